// The choices of the reader.
import {element} from '../../report/source/format.js';
import {ownSchedule} from './state.js';

const sizes = ['16', '64', '256', '1K', '4K', '16K', '64K'];

/** A field with a label; `input` is a select or an input. */
const field = (label, input, help) => element('label', {class: 'field', title: help}, element('span', {}, label), input);

/** Options of a select, the chosen one also if it is not among them. */
function fill(select, choices, value) {
  const known = choices.some(([key]) => key === value) ? choices : [...choices, [value, value]];
  select.replaceChildren(...known.map(([key, text, title]) => element('option', {value: key, title, selected: key === value}, text)));
}

export class Form {
  /** `changed(state)` after every choice, `run()` when the reader wants a run, `stop()` to end it. */
  constructor(parent, choices, state, {changed, run, stop}) {
    this.state = state;
    this.inputs = {};
    const add = (name, label, input, help) => {
      this.inputs[name] = input;
      input.name = name;
      input.addEventListener('change', () => {
        state[name] = input.value.trim();
        changed(name);
      });
      return field(label, input, help);
    };
    const select = (name, label, list, help) => {
      const input = element('select');
      fill(input, list, state[name]);
      return add(name, label, input, help);
    };
    const text = (name, label, list, help) => {
      const input = element('input', {type: 'text', value: state[name], list: `${name}-list`, autocomplete: 'off', spellcheck: 'false', size: 12});
      return element('span', {}, add(name, label, input, help), element('datalist', {id: `${name}-list`}, ...list.map(([value, summary]) => element('option', {value}, summary ?? value))));
    };
    this.button = element('button', {type: 'submit', class: 'run'}, '▶ Run');
    this.stop = element('button', {type: 'button', class: 'stop', hidden: true, onclick: stop}, '■ Stop');
    const form = element('form', {class: 'fields', onsubmit: (event) => {
      event.preventDefault();
      // A field that is being written has not changed yet.
      for (const [name, input] of Object.entries(this.inputs)) state[name] = input.value.trim();
      run();
    }},
    text('topology', 'network', choices.topologies.filter(({example}) => !example.includes('FILE')).map(({example, summary}) => [example, summary]), 'mesh:8x8, torus:4x4x4, hypercube:4, star:4, ...'),
    select('nic', 'NIC', ['one-port', 'all-port'].map((name) => [name, name]), 'one channel between NIC and router, or one for each link'),
    select('hardware', 'hardware', choices.hardware.map(({name, help}) => [name, name, help]), 'parameters of routers and NICs'),
    select('executor', 'executor', [['native', 'software'], ['nic', 'NIC']], 'who performs the schedule: software, or a sequencer in the NIC'),
    select('collective', 'collective', choices.collectives.map((name) => [name, name]), 'what the ranks do together'),
    select('schedule', 'schedule', [['auto', 'auto']], 'who sends what in which step; auto: the fastest known'),
    text('bytes', 'bytes', sizes.map((value) => [value]), 'of the message, or of each block'),
    text('root', 'root', [], 'the rank that has the data, where the collective has one'),
    text('startup', 'start-up cycles', [['0'], ['20'], ['100']], 'cycles of software for each message'),
    element('span', {class: 'field'}, element('span', {}, '\u00a0'), element('span', {}, this.button, this.stop)));
    parent.append(form);
  }
  /** The schedules that there are for this network. `own`: whether the reader's is one. */
  schedules(list, own) {
    fill(this.inputs.schedule, [['auto', 'auto: fastest known'], ...list.map(({name, summary}) => [name, name, summary]), ...(own ? [[ownSchedule, ownSchedule]] : [])], this.state.schedule);
  }
  /** Shows the state where it was changed elsewhere. */
  update() {
    for (const [name, input] of Object.entries(this.inputs)) input.value = this.state[name];
  }
  running(on) {
    this.button.disabled = on;
    this.stop.hidden = !on;
  }
}
