// Entry point of `npm start`, `npm test` and the other scripts. It runs on the machine's own Node, version 20 or newer.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, memoryEnvironment, memoryFlags, project, siteArguments } from './project.mjs'
import { buildIfChanged, findNode, installPackages } from './setup.mjs'

const dev = true
const commands = {
  start: { build: true, run: siteArguments, env: memoryEnvironment },
  // Node starts the server again when one of its modules has changed. Vite, inside it, updates the pages.
  dev: {
    dev,
    run: ['--watch', '--watch-preserve-output', ...siteArguments],
    env: { YOLO_DEV: '1', ...memoryEnvironment },
  },
  test: { dev, run: ['bootstrap/test.mjs'] },
  check: { dev, run: ['bootstrap/test.mjs', '--check'] },
  'test:long': { dev, bench: true, run: ['bootstrap/test.mjs', '--long'] },
  look: { dev, build: true, run: ['e2e/looks/contact-sheet.mjs'] },
  bench: { dev, bench: true, build: true, run: ['bench/run.ts'] },
  'bench:search': { dev, build: true, run: ['bench/search-questions.ts'] },
  // Only `yolo types` needs the dev dependencies.
  yolo: { dev: process.argv[3] === 'types', run: [...memoryFlags, 'app/cli.ts'] },
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}

try {
  const node = findNode()
  installPackages(node, project, command.dev)
  if (command.bench) installPackages(node, join(project, 'bench'), false)
  if (command.build) await buildIfChanged(node)
  runNode(node, [...command.run, ...args], command.env)
} catch (error) {
  console.error(`\n${error.message}`)
  process.exit(1)
}

/** Runs Node as a child process, forwards signals to it, and exits with its exit code or signal. */
function runNode(node, args, env) {
  const child = spawn(node, args, { cwd: project, env: environment(node, env), stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'))
  // A terminal sends Ctrl-C to the child too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
