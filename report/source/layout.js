// Where the tiles of a network are in its picture, in cells.
import {forceCollide, forceLink, forceManyBody, forceSimulation} from 'd3';

/** Positions by rank: tiles of a product of lines, rings or complete graphs stand in rows. */
function product({tiles, extents, kind}) {
  const places = [];
  // Dimensions take turns between x and y; of meshes and tori, the third and fourth count planes.
  const strides = [];
  const span = [1, 1];
  extents.forEach((extent, d) => {
    const axis = d % 2;
    strides.push([axis, span[axis]]);
    span[axis] = span[axis] * extent + (kind === 'grid' || span[axis] > 1 ? 1 : 0);
    if (kind === 'complete' && d < 2 && extents.length > 4) span[axis] += 0.4;
  });
  for (let rank = 0; rank < tiles; ++rank) {
    const place = [0, 0];
    let rest = rank;
    extents.forEach((extent, d) => {
      const [axis, stride] = strides[d];
      place[axis] += (rest % extent) * stride;
      rest = Math.floor(rest / extent);
    });
    places.push({x: place[0], y: place[1]});
  }
  return {places, curved: true};
}

function circle(members, radius, turn = -Math.PI / 2) {
  return members.map((member, i) => ({member, x: radius * Math.cos(turn + i * 2 * Math.PI / members.length), y: radius * Math.sin(turn + i * 2 * Math.PI / members.length)}));
}

/** A star graph: the links g1 and g2 make hexagons; those that g3 joins stand in a circle, and so on. */
function star({tiles, links, neighbours}) {
  const next = (rank, link) => neighbours[rank * links.length + link];
  /** The ranks that the first `count` links reach. */
  const reach = (rank, count) => {
    const seen = new Set([rank]);
    for (const at of seen) for (let link = 0; link < count; ++link) seen.add(next(at, link));
    return [...seen].sort((a, b) => a - b);
  };
  /** Positions of what `count` links join, around the origin, and its radius. */
  const place = (rank, count) => {
    if (count === 2) {
      const ring = [rank];
      while (ring.length < 6) ring.push(next(ring[ring.length - 1], (ring.length - 1) % 2));
      return {radius: 1, spots: circle(ring, 1)};
    }
    const groups = [];
    const seen = new Set();
    for (const member of reach(rank, count)) {
      if (seen.has(member)) continue;
      const group = place(member, count - 1);
      group.spots.forEach((spot) => seen.add(spot.member));
      groups.push(group);
    }
    const inner = groups[0].radius + 0.7;
    const radius = inner / Math.sin(Math.PI / groups.length);
    return {radius: radius + inner, spots: turned(circle(groups, radius, -Math.PI / 2 - Math.PI / groups.length), count - 1)};
  };
  /** Turns and mirrors each group so that `link`, which joins the groups, is short. */
  const turned = (groups, link) => {
    const at = new Map();
    const put = ({member: group, x, y}, turn, mirror) => {
      const [c, s] = [Math.cos(turn * Math.PI / 6), Math.sin(turn * Math.PI / 6)];
      for (const spot of group.spots) at.set(spot.member, {member: spot.member, x: x + mirror * (c * spot.x - s * spot.y), y: y + s * spot.x + c * spot.y});
    };
    const length = ({member: group}) => {
      let sum = 0;
      for (const {member} of group.spots) sum += Math.hypot(at.get(member).x - at.get(next(member, link)).x, at.get(member).y - at.get(next(member, link)).y);
      return sum;
    };
    for (const group of groups) put(group, 0, 1);
    for (let round = 0; round < 3; ++round)
      for (const group of groups) {
        let best = null;
        for (let turn = 0; turn < 12; ++turn)
          for (const mirror of [1, -1]) {
            put(group, turn, mirror);
            const sum = length(group);
            if (!best || sum < best.sum - 1e-6) best = {sum, turn, mirror};
          }
        put(group, best.turn, best.mirror);
      }
    return [...at.values()];
  };
  const places = [];
  for (const spot of place(0, links.length).spots) places[spot.member] = {x: spot.x, y: spot.y};
  return {places, curved: false};
}

function spidergon({tiles}) {
  const places = circle(Array.from({length: tiles}, (_, rank) => rank), Math.max(1, tiles / 2 / Math.PI));
  return {places: places.map(({x, y}) => ({x, y})), curved: false};
}

/** Neighbours near each other, all others apart; begins with a circle, so the same graph always looks the same. */
function graph({nodes: all, links, neighbours, delays}) {
  const nodes = circle(Array.from({length: all}, (_, rank) => rank), Math.max(1, all / 2 / Math.PI)).map(({x, y}) => ({x, y}));
  const joined = neighbours.flatMap((to, i) => to > Math.floor(i / links.length) ? [{source: Math.floor(i / links.length), target: to, long: delays ? 1 + 0.3 * Math.log2(delays[i]) : 1}] : []);
  forceSimulation(nodes).force('links', forceLink(joined).distance(({long}) => long)).force('apart', forceManyBody().strength(-1.5))
    .force('free', forceCollide(0.45)).stop().tick(300);
  return {places: nodes.map(({x, y}) => ({x, y})), curved: false};
}

/** Chiplets: a mesh of meshes with gaps between them, wide enough for the marks of their links. */
function chiplets({tiles}, [across, , wide, tall]) {
  const gap = 0.7, columns = across * wide;
  const places = Array.from({length: tiles}, (_, rank) => {
    const [x, y] = [rank % columns, Math.floor(rank / columns)];
    return {x: x + gap * Math.floor(x / wide), y: y + gap * Math.floor(y / tall)};
  });
  return {places, curved: false};
}

/** The positions of the tiles, then of the switches, from (0, 0) on, with the extent of all. */
export function layout(network, topology = '') {
  const family = topology.match(/^chiplets:(\d+)x(\d+),(?:of,)?(\d+)x(\d+),/)?.slice(1).map(Number);
  const made = family && network.tiles === family.reduce((a, b) => a * b) && network.nodes === network.tiles;
  const {places, curved} = made ? chiplets(network, family) : ({grid: product, complete: product, star, spidergon}[network.kind] ?? graph)(network);
  const left = Math.min(...places.map((p) => p.x)), top = Math.min(...places.map((p) => p.y));
  for (const place of places) {
    place.x -= left;
    place.y -= top;
  }
  return {places, curved, wide: Math.max(...places.map((p) => p.x)), tall: Math.max(...places.map((p) => p.y))};
}

/**
 * The links that exist, with their ends and shape: {i, rank, link, to, from, end, curve, mid, stubs}. `curve`: a point that bends
 * the line; `stubs`: two short lines in place of one across the network.
 */
export function linkShapes(network, {places, curved}) {
  const {extents, wraps, kind, links, neighbours} = network;
  const shapes = [];
  neighbours.forEach((to, i) => {
    if (to < 0) return;
    const rank = Math.floor(i / links.length), link = i % links.length, a = places[rank], b = places[to];
    const d = Math.floor(link / 2), sign = link % 2 === 0 ? 1 : -1;  // of a grid: +x, -x, +y, ...
    if (kind === 'grid' && wraps[d] && d < 2 && (sign > 0) === (to < rank || to === rank)) {
      const u = d === 0 ? {x: sign, y: 0} : {x: 0, y: sign}, n = {x: -u.y, y: u.x};
      const at = (p, along) => ({x: p.x + u.x * along + n.x * 0.09, y: p.y + u.y * along + n.y * 0.09});
      shapes.push({i, rank, link, to, mid: at(a, 0.4), curve: null, stubs: [[at(a, 0.22), at(a, 0.52)], [at(b, -0.52), at(b, -0.22)]]});
      return;
    }
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const u = {x: (b.x - a.x) / long, y: (b.y - a.y) / long}, n = {x: -u.y, y: u.x};
    const bend = curved && long > 1.01 ? Math.min(0.76, 0.3 + 0.1 * long) : 0;
    const aside = bend ? 0.14 : 0.09, gap = bend ? 0.16 : 0.22;
    const at = (along, across) => ({x: a.x + u.x * along + n.x * across, y: a.y + u.y * along + n.y * across});
    shapes.push({i, rank, link, to, from: at(gap, aside), end: at(long - gap, aside), curve: bend ? at(long / 2, aside + bend) : null, mid: at(long / 2, aside + bend / 2), stubs: null});
  });
  return shapes;
}
