// `npm run check`: runs all checks that don't need the site, in parallel. Type checking, linting and the search for
// dead code cache their results for unchanged files.
import { spawn } from 'node:child_process'
import { deadCode, format, sourceRuleTests, lint, typeCheck } from './static-checks.mjs'
import { project } from './project.mjs'
import { environment } from './runtime.mjs'

const begun = performance.now()
const outcomes = await Promise.all(
  Object.entries({ types: typeCheck, lint, format, dead: deadCode, house: sourceRuleTests }).map(
    judge,
  ),
)
const failed = outcomes.filter(({ code }) => code !== 0)
for (const { name, said } of failed) console.log(`\n── ${name}\n${said.trimEnd()}`)
const figures = outcomes.map(
  ({ name, code, seconds }) => `${name} ${code === 0 ? '' : 'FAILED '}${seconds} s`,
)
console.log(
  `${failed.length > 0 ? '\n' : ''}${figures.join(', ')}; ${secondsSince(begun)} s in all`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function judge([name, { program, args, env }]) {
  const start = performance.now()
  const child = spawn(program, args, {
    cwd: project,
    env: environment(process.execPath, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece) => (said += piece))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ name, code: code ?? 1, said, seconds: secondsSince(start) }),
    )
  })
}

function secondsSince(start) {
  return ((performance.now() - start) / 1000).toFixed(1)
}
