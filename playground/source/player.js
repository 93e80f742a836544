// The network's picture with its controls: play, step, speed, and what is shown.
import {choice, element, number, plural} from '../../report/source/format.js';
import {onTheme, theme} from '../../report/source/theme.js';
import {Moment} from './timeline.js';
import {flitColor, NetworkView, stateOf} from './view.js';

const speeds = [1, 4, 16, 64, 256, 1024, 4096];  // cycles per second

export class Player {
  constructor(parent) {
    this.canvas = element('canvas', {tabindex: 0, role: 'img', 'aria-label': 'the network', 'aria-describedby': 'moment'});
    this.view = new NetworkView(this.canvas);
    this.time = 0;
    this.speed = 4;
    this.heat = 'so-far';
    this.withMessages = false;
    const button = (name, text, title, press) => element('button', {type: 'button', 'data-player': name, title, onclick: press}, text);
    this.play = button('play', '▶ play', 'play or pause (space)', () => this.toggle());
    this.slider = element('input', {type: 'range', min: 0, max: 0, step: 1, value: 0, 'aria-label': 'cycle', oninput: () => this.go(Number(this.slider.value))});
    this.speedChoice = choice('speed:', speeds.map((speed) => [speed, `${number(speed)} cycle${speed === 1 ? '' : 's'}/s`]), this.speed, (value) => {
      this.speed = Number(value);
    });
    this.controls = element('div', {class: 'tools'}, this.play,
      button('back', '◀ step', 'one cycle back (left)', () => this.step(-1)), button('step', 'step ▶', 'one cycle on (right)', () => this.step(1)),
      this.speedChoice,
      choice('links:', [['so-far', 'flits so far'], ['64', 'flits in the last 64 cycles'], ['8', 'flits in the last 8 cycles']], this.heat, (value) => {
        this.heat = value;
        this.draw();
      }),
      element('label', {}, element('input', {type: 'checkbox', 'data-player': 'messages', onchange: ({target}) => {
        this.withMessages = target.checked;
        this.draw();
      }}), ' messages'));
    this.text = element('p', {id: 'moment', class: 'moment', role: 'status', 'aria-live': 'off'});
    this.scale = element('p', {class: 'legend'});
    this.place = element('div', {class: 'drawing'}, this.canvas);
    parent.append(this.controls, element('div', {class: 'slider'}, this.slider), this.text, this.place, this.scale);
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => this.resize()).observe(this.place);
    onTheme(() => this.draw());
  }
  key(event) {
    const press = {' ': () => this.toggle(), ArrowRight: () => this.step(event.shiftKey ? 10 : 1), ArrowLeft: () => this.step(event.shiftKey ? -10 : -1),
      Home: () => this.go(0), End: () => this.go(this.cycles)}[event.key];
    if (!press) return;
    event.preventDefault();
    press();
  }
  /** Only the network, until a run is shown. */
  showNetwork(network) {
    this.pause();
    this.moment = null;
    this.view.show(network);
    this.width = 0;
    this.resize();
  }
  /** A run of the network: its result, and its timeline (timeline.js); without one, its counts of links. */
  showRun(network, run, timeline) {
    this.showNetwork(network);
    this.cycles = run.cycles;
    this.finish = run.finish_cycle_per_rank;
    this.moment = timeline ? new Moment(timeline, network.nodes * network.links.length) : null;
    this.most = Math.max(1, ...this.moment?.counts(this.cycles + 1) ?? []);
    this.channels = [...new Set(timeline ? [...timeline.packets.keys].map((key) => key % timeline.channels) : [])].sort();
    this.slider.max = this.cycles;
    for (const control of this.controls.querySelectorAll('button, select, input')) control.disabled = !timeline;
    this.slider.disabled = !timeline;
    // The whole run in about 20 seconds, but not faster than it can be followed.
    const wanted = this.cycles / 20;
    this.speed = speeds.reduce((best, speed) => Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best);
    this.speedChoice.querySelector('select').value = this.speed;
    this.go(Math.floor(this.cycles / 3));
  }
  get playing() {
    return this.frame !== undefined;
  }
  toggle() {
    if (this.playing) this.pause();
    else this.start();
  }
  start() {
    if (!this.moment) return;
    if (this.time >= this.cycles) this.time = 0;
    this.play.textContent = '⏸ pause';
    let before = null;
    const frame = (now) => {
      if (before !== null) this.time = Math.min(this.cycles, this.time + (now - before) / 1000 * this.speed);
      before = now;
      this.draw();
      if (this.time >= this.cycles) this.pause();
      else this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }
  pause() {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.play.textContent = '▶ play';
  }
  step(cycles) {
    this.pause();
    this.go(Math.floor(this.time) + cycles);
  }
  go(time) {
    if (this.playing) this.pause();
    this.time = Math.max(0, Math.min(this.cycles ?? 0, time));
    this.draw();
  }
  resize() {
    if (!this.view.network || this.place.clientWidth === this.width) return;
    this.width = this.place.clientWidth;
    this.view.resize(Math.max(260, this.width));
    this.draw();
  }
  /** What is to be seen in the cycle, for the picture and for tests. */
  now() {
    const cycle = Math.floor(this.time), {moment} = this;
    const doings = moment.doings(cycle);
    const span = this.heat === 'so-far' ? 0 : Number(this.heat);
    const counts = moment.counts(cycle + 1);
    if (span) moment.counts(Math.max(0, cycle + 1 - span)).forEach((value, i) => {
      counts[i] -= value;
    });
    const {begin, end, src, dst} = moment.timeline.messages;
    const under = moment.messages(cycle);
    return {cycle, counts, most: span || this.most, flits: moment.flits(cycle), part: this.playing ? this.time - cycle : 0.5, underWay: under.length,
      messages: this.withMessages ? under.map((i) => ({src: src[i], dst: dst[i], part: Math.min(1, (this.time - begin[i]) / Math.max(1, end[i] - begin[i]))})) : [],
      states: this.finish.map((finish, rank) => stateOf(doings.get(rank), cycle, finish))};
  }
  draw() {
    if (!this.view.network || !this.view.size) return;
    const shown = this.moment ? this.now() : null;
    this.view.draw(shown);
    this.legend(shown?.most);
    if (!shown) {
      this.text.textContent = this.cycles ? 'This run is too long to be shown cycle by cycle.' : '';
      return;
    }
    this.slider.value = shown.cycle;
    const ranks = (state) => shown.states.filter((one) => one === state).length;
    this.text.textContent = `Cycle ${number(shown.cycle)} of ${number(this.cycles)}: ${plural(shown.flits.length, 'flit')} on links, ` +
      `${plural(shown.underWay, 'message')} under way; ${ranks('put')} of ${this.finish.length} ranks put, ${ranks('wait')} wait, ${ranks('done')} have finished.`;
  }
  legend(most) {
    const {series, text} = theme(), key = `${most} ${text} ${this.channels}`;
    if (this.legendKey === key) return;
    this.legendKey = key;
    if (!most) return this.scale.replaceChildren();
    const ramp = Array.from({length: 12}, (_, i) => NetworkView.ramp(i / 11)).join(',');
    const mark = (style, name) => element('span', {class: 'mark'}, element('span', {class: 'sign', style}), ` ${name}`);
    this.scale.replaceChildren(
      element('span', {class: 'mark'}, '0 ', element('span', {class: 'ramp', style: `background:linear-gradient(to right,${ramp})`}), ` ${number(most)} flits`),
      mark(`outline:1.5px solid ${text}`, 'head flit'), mark(`outline:1.5px solid ${text};border-radius:50%`, 'other flits'),
      ...this.channels.map((channel) => mark(`background:${flitColor(channel)};border-radius:50%`, `virtual channel ${channel}`)),
      mark(`background:${series[0]}`, '↑ puts'), mark(`outline:2px dashed ${series[3]}`, '… waits'), mark(`outline:1.5px solid ${text}`, '• other work'), mark(`background:${theme().faint}`, '✓ has finished'));
  }
}
