// Cycles over bytes of the chosen schedule, or of all, with the lower bound: the picture of reports.
import {addCurves} from '../../report/source/curves.js';
import {read} from '../../report/source/data.js';
import {element, plural} from '../../report/source/format.js';
import {pictures} from '../../report/source/picture.js';
import {Simulator, Stopped} from './simulator.js';
import {complaint, files, runWords} from './state.js';

const sizes = ['64', '256', '1K', '4K', '16K'];

export class Curve {
  constructor(parent, state, order) {
    Object.assign(this, {state, order});
    const button = (name, text, press) => element('button', {type: 'button', 'data-curve': name, onclick: press}, text);
    this.text = element('p', {class: 'note', role: 'status'});
    this.stop = element('button', {type: 'button', hidden: true, onclick: () => this.simulator.stop()}, '■ Stop');
    this.place = element('div', {class: 'curve'});
    parent.append(element('div', {class: 'measure'}, element('div', {class: 'tools'},
      button('one', 'Measure this schedule', () => this.measure(false)), button('all', 'Measure all schedules', () => this.measure(true)), this.stop), this.text, this.place));
  }
  /** Measures size by size; shows what there is after each. */
  async measure(all) {
    this.simulator ??= new Simulator();  // its own: the page can run something else meanwhile
    if (this.simulator.busy) this.simulator.stop();
    const state = {...this.state};
    const round = this.round = {};
    if (state.collective === 'barrier') {
      this.text.textContent = 'A barrier has no bytes: there is no curve.';
      return;
    }
    this.stop.hidden = false;
    const runs = [];
    try {
      for (const bytes of sizes) {
        this.text.textContent = `measuring ${bytes} bytes ...`;
        const answer = await this.simulator.ask('command', {words: runWords(state, {...(all ? {schedule: 'all'} : {}), bytes}), files: files(state)});
        if (this.round !== round) return;
        if (answer.code !== 0) {
          this.text.textContent = `${bytes} bytes: ${complaint(answer)}`;
          if (runs.length === 0) this.show([]);
          return;
        }
        runs.push(...JSON.parse(answer.out).runs.map((run) => ({...run, source: 0})));
        this.show(runs);
      }
      this.text.textContent = `${plural(runs.length, 'run')} of ${state.collective} on ${state.topology}, ${state.nic}`;
    } catch (error) {
      if (this.round === round) this.text.textContent = error instanceof Stopped ? 'stopped' : error.message;
    } finally {
      if (this.round === round) this.stop.hidden = true;
    }
  }
  show(runs) {
    this.place.replaceChildren();
    this.runs = runs;
    if (runs.length === 0) return;
    const {cases, styles} = read({runs, tuned: [], traffic: [], sources: [{name: ''}], order: this.order});
    addCurves(this.place, 'curve', cases[0], styles);
    pictures.get('curve').show();
  }
}
