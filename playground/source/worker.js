// The simulator in a worker, so that the page answers while it runs. The page ends the worker to end a run.
import {readTimeline} from './timeline.js';

let module = null;

/** Calls a function of binding.cpp. */
function call(name, argument) {
  let text = 0;
  if (argument !== undefined) {
    const json = JSON.stringify(argument);
    const bytes = module.lengthBytesUTF8(json) + 1;
    text = module._malloc(bytes);
    module.stringToUTF8(json, text, bytes);
  }
  try {
    return JSON.parse(module.UTF8ToString(module[`_${name}`](text)));
  } finally {
    if (text) module._free(text);
  }
}

function write(files) {
  for (const [name, text] of Object.entries(files)) module.FS.writeFile(name, text);
}

/** What the page can ask for, by name. */
const answers = {
  choices: () => call('collnoc_choices'),
  describe: ({words, files}) => {
    write(files);
    return call('collnoc_describe', words);
  },
  command: ({words, files}) => {
    write(files);
    return call('collnoc_command', words);
  },
  /** As command, for a run of one collective; with its timeline. */
  watch: ({words, files, channels}) => {
    write(files);
    const name = '/timeline.json';
    const answer = call('collnoc_command', [...words, '--timeline', name]);
    if (answer.code === 0) {
      answer.timeline = readTimeline(module.FS.readFile(name, {encoding: 'utf8'}), channels);
      module.FS.unlink(name);
    }
    return answer;
  },
};

onmessage = async ({data: {id, kind, value}}) => {
  try {
    if (kind === 'start') module = await globalThis.collnocModule({wasmBinary: value});
    postMessage({id, answer: kind === 'start' ? true : answers[kind](value)});
  } catch (error) {
    // Whatever leaves the module otherwise, such as memory that is used up, leaves it in no good state.
    postMessage({id, error: `the simulator has stopped: ${error?.message ?? error}`});
  }
};
