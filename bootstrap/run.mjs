// Entry point of `npm start`, `npm test` and the other scripts. It runs on the machine's own Node, version 20 or newer.
import { installPackages } from './install.mjs'
import { buildIfChanged } from './build.mjs'
import { execNode } from './exec-node.mjs'
import { findNode } from './runtime.mjs'
import { memoryEnvironment, memoryFlags, siteArguments } from './site.mjs'

const commands = {
  start: { build: true, run: siteArguments, env: memoryEnvironment },
  dev: {
    workshop: true,
    run: ['bootstrap/dev.mjs'],
    env: { YOLO_DEV: '1', ...memoryEnvironment },
  },
  test: {
    workshop: true,
    bench: process.argv.some((arg) => arg.startsWith('long-') || arg === 'mutants'),
    run: ['bootstrap/test.mjs'],
  },
  watch: { workshop: true, run: ['bootstrap/watch.mjs'] },
  check: { workshop: true, run: ['bootstrap/check.mjs'] },
  'test:long': { workshop: true, bench: true, run: ['bootstrap/test.mjs', '--long'] },
  look: { workshop: true, build: true, run: ['e2e/looks/contact-sheet.mjs'] },
  'look:accept': {
    workshop: true,
    build: true,
    run: [
      'node_modules/@playwright/test/cli.js',
      'test',
      'e2e/looks/parts.spec.ts',
      '--update-snapshots',
    ],
  },
  bench: { workshop: true, bench: true, build: true, run: ['bench/run.ts'] },
  relevance: { workshop: true, run: ['bench/relevance/run.ts'] },
  simulate: { workshop: true, run: ['bench/simulate/run.ts'] },
  mutants: { workshop: true, bench: true, build: true, run: ['bench/mutants/run.ts'] },
  // Only `yolo types` needs the dev dependencies.
  yolo: { workshop: process.argv[3] === 'types', run: [...memoryFlags, 'app/cli.ts'] },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

try {
  const node = findNode()
  installPackages(node, command)
  if (command.build) buildIfChanged(node)
  execNode(node, [...command.run, ...args], command.env)
} catch (error) {
  console.error(`\n${error.message}`)
  process.exit(1)
}
