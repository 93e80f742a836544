// The schedule as JSON, which the reader can change, and what the checker says about it.
import {element, number} from '../../report/source/format.js';
import {checkWords, complaint, files, ownSchedule, scheduleWords} from './state.js';

/** The JSON of a schedule with a line for each transfer. */
export function schedulePretty(schedule) {
  const {steps, ...head} = schedule;
  const lines = steps.map((step) => {
    const {transfers, ...rest} = step;
    const before = Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}, `).join('');
    return `    {${before}"transfers": [\n${transfers.map((transfer) => `      ${JSON.stringify(transfer)}`).join(',\n')}\n    ]}`;
  });
  return `${JSON.stringify(head, null, 2).replace(/\n}$/, '')},\n  "steps": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export class Editor {
  /** `own()` is called when the text becomes the schedule that is run. */
  constructor(parent, simulator, state, own) {
    Object.assign(this, {simulator, state, own});
    const button = (name, text, press) => element('button', {type: 'button', 'data-editor': name, onclick: press}, text);
    this.text = element('textarea', {rows: 14, spellcheck: 'false', 'aria-label': 'the schedule as JSON', wrap: 'off', placeholder: 'Press "Get the schedule".'});
    this.text.value = state.own;
    this.verdict = element('p', {class: 'verdict', role: 'status'});
    this.table = element('div', {class: 'scroll'});
    parent.append(element('figure', {id: 'schedule'}, element('figcaption', {}, element('h3', {}, 'The schedule, and the checker'),
      element('p', {class: 'note'}, 'Get the schedule that is chosen above, change who sends what, and check it: does every rank get everything, without deadlock, by the port model?')),
    element('div', {class: 'tools'}, button('get', 'Get the schedule', () => this.get()), button('check', 'Check', () => this.check()), button('run', 'Run it', () => this.use())),
    this.text, this.verdict, this.table));
  }
  say(text, good) {
    this.verdict.textContent = text;
    this.verdict.className = good === undefined ? 'verdict' : good ? 'verdict good' : 'verdict bad';
  }
  async get() {
    this.table.replaceChildren();
    if (this.state.schedule === ownSchedule) return this.say('This is the schedule that is chosen.');
    const answer = await this.simulator().ask('command', {words: scheduleWords(this.state)});
    if (answer.code !== 0) return this.say(complaint(answer), false);
    this.text.value = schedulePretty(JSON.parse(answer.out));
    this.fetched = {text: this.text.value, state: {...this.state}};
    this.say(`${number(this.text.value.split('\n').length)} lines: change them and check.`);
  }
  async check() {
    this.table.replaceChildren();
    if (!this.text.value.trim()) return this.say('There is no schedule to check: get one first.', false);
    // As it was fetched, the program knows it: with its paper's formula, and with multicasts, which no file can say.
    const state = this.text.value === this.fetched?.text ? this.fetched.state : {...this.state, own: this.text.value, schedule: ownSchedule};
    const answer = await this.simulator().ask('command', {words: checkWords(state), files: files(state)});
    if (!answer.out) return this.say(complaint(answer), false);
    const {checks} = JSON.parse(answer.out);
    const failed = checks.filter(({good, claimed}) => claimed && !good);
    this.say(failed.length === 0 ? '✓ proved: all claims of this schedule' : `✗ NOT proved: ${failed[0].question}: ${failed[0].answer}`, failed.length === 0);
    this.table.replaceChildren(element('table', {}, element('thead', {}, element('tr', {}, ...['question', 'proved', 'answer'].map((name) => element('th', {}, name)))),
      element('tbody', {}, ...checks.map(({question, good, claimed, answer: text}) => element('tr', {}, element('td', {}, question), element('td', {}, claimed ? (good ? '✓ yes' : '✗ NO') : 'not claimed'), element('td', {class: 'answer'}, text))))));
  }
  use() {
    if (!this.text.value.trim()) return this.say('There is no schedule to run: get one first.', false);
    this.state.own = this.text.value;
    this.state.schedule = ownSchedule;
    this.own();
  }
}
