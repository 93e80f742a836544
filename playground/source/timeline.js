// What happened in a run, in columns: packets on links, what ranks did, and messages.

/** The last index in [first, last) whose value is at most `value`; first - 1 if there is none. */
export function lastAtMost(list, value, first = 0, last = list.length) {
  let low = first, high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Spans of equal `key` together, in the order of their begin: {keys, first, begin, end, more...}; those of keys[i] are first[i] to first[i + 1]. */
function grouped(spans, key, more) {
  spans.sort((a, b) => a[key] - b[key] || a.begin - b.begin);
  const keys = [], first = [];
  spans.forEach((span, i) => {
    if (i === 0 || span[key] !== keys[keys.length - 1]) {
      keys.push(span[key]);
      first.push(i);
    }
  });
  first.push(spans.length);
  const columns = {keys: Int32Array.from(keys), first: Int32Array.from(first)};
  for (const name of ['begin', 'end', ...more]) columns[name] = Int32Array.from(spans, (span) => span[name]);
  return columns;
}

/**
 * Reads the JSON of `collnoc run --timeline`. `channels`: virtual channels of a link there.
 *
 *   packets   grouped by link * channels + virtual channel, with flits and, in `before`, the sum of earlier flits there
 *   doings    grouped by rank, with `what`: an index of `names`
 *   messages  src, dst, bytes, begin, end, in the order of their begin
 */
export function readTimeline(text, channels) {
  const packets = [], doings = [], names = [], messages = new Map();
  for (const event of JSON.parse(text).traceEvents) {
    if (event.cat === 'packet') {
      packets.push({track: event.tid, begin: event.ts, end: event.ts + event.dur, flits: event.args.flits});
    } else if (event.cat === 'activity') {
      if (!names.includes(event.name)) names.push(event.name);
      doings.push({rank: event.tid, begin: event.ts, end: event.ts + event.dur, what: names.indexOf(event.name)});
    } else if (event.cat === 'message' && event.ph === 's') {
      messages.set(event.id, {src: event.tid, bytes: event.args.bytes, begin: event.ts});
    } else if (event.cat === 'message') {
      Object.assign(messages.get(event.id), {dst: event.tid, end: event.ts});
    }
  }
  const links = grouped(packets, 'track', ['flits']);
  links.before = new Int32Array(links.flits.length);
  links.keys.forEach((_, i) => {
    let sum = 0;
    for (let at = links.first[i]; at < links.first[i + 1]; ++at) {
      links.before[at] = sum;
      sum += links.flits[at];
    }
  });
  const sent = [...messages.values()].sort((a, b) => a.begin - b.begin);
  return {channels, names, packets: links, doings: grouped(doings, 'rank', ['what']),
    messages: Object.fromEntries(['src', 'dst', 'bytes', 'begin', 'end'].map((name) => [name, Int32Array.from(sent, (message) => message[name])]))};
}

/**
 * Flits of packet `at` that were on its link before cycle `time`. Its head and its tail are where they were; of a packet that was
 * stalled, the flits between them are spread evenly.
 */
export function passed({begin, end, flits}, at, time) {
  if (time >= end[at]) return flits[at];
  if (time <= begin[at]) return 0;
  return Math.ceil((time - begin[at]) * (flits[at] - 1) / (end[at] - begin[at] - 1));
}

/** The moment of a run: what is on its links and what its ranks do in a cycle. */
export class Moment {
  constructor(timeline, links) {
    this.timeline = timeline;
    this.links = links;  // of the whole network
  }
  /** The flit that each track has in a cycle: {link, channel, head, tail, at: index of its packet}. */
  flits(cycle) {
    const {packets, channels} = this.timeline, found = [];
    packets.keys.forEach((key, i) => {
      const at = lastAtMost(packets.begin, cycle, packets.first[i], packets.first[i + 1]);
      if (at < packets.first[i] || cycle >= packets.end[at]) return;
      const before = passed(packets, at, cycle), now = passed(packets, at, cycle + 1);
      if (now > before) found.push({link: Math.floor(key / channels), channel: key % channels, head: before === 0, tail: now === packets.flits[at], at});
    });
    return found;
  }
  /** Flits on each link before cycle `time`. */
  counts(time) {
    const {packets, channels} = this.timeline, sums = new Int32Array(this.links);
    packets.keys.forEach((key, i) => {
      const at = lastAtMost(packets.begin, time - 1, packets.first[i], packets.first[i + 1]);
      if (at >= packets.first[i]) sums[Math.floor(key / channels)] += packets.before[at] + passed(packets, at, time);
    });
    return sums;
  }
  /** What each rank does in a cycle, by name; ranks that do nothing are not in it. */
  doings(cycle) {
    const {doings, names} = this.timeline, found = new Map();
    doings.keys.forEach((rank, i) => {
      const at = lastAtMost(doings.begin, cycle, doings.first[i], doings.first[i + 1]);
      if (at >= doings.first[i] && cycle < doings.end[at]) found.set(rank, names[doings.what[at]]);
    });
    return found;
  }
  /** Indices of the messages that are under way in a cycle. */
  messages(cycle) {
    const {begin, end} = this.timeline.messages, found = [];
    const last = lastAtMost(begin, cycle);
    for (let i = 0; i <= last; ++i) if (cycle < end[i]) found.push(i);
    return found;
  }
}
