import manifest from '../package.json' with { type: 'json' }
import { collectFeatureRules, type Feature } from '#platform/server/feature.ts'
import { openLog } from '#platform/server/log.ts'
import { DatabaseStartError } from '#platform/server/database/migrate.ts'
import { InvalidSettingsError, readSettings } from '#platform/server/settings.ts'
import { isDiskFull, StorageUnavailableError } from '#platform/server/storage/storage.ts'
import { features } from './features.ts'
import { generateTypes } from './types.ts'
import { openServices, withoutTimeouts } from './services.ts'

const all = collectFeatureRules(features)
const commands = Object.values<Feature>(features)
  .flatMap((feature) => [...(feature.commands ?? []), ...(feature.siteCommands?.(all) ?? [])])
  .sort((a, b) => a.name.localeCompare(b.name))

/** How the operator started this: in a checkout, or in a container. */
const program = process.env.npm_lifecycle_event === 'yolo' ? 'npm run yolo --' : 'yolo'

const cutOff = 130
const leaving = new AbortController()
const cut = new Promise<number>((resolve) =>
  leaving.signal.addEventListener('abort', () => resolve(cutOff), { once: true }),
)

process.exitCode = await main(process.argv.slice(2))
// An interrupted command may still be waiting for its database, which would keep this process running.
if (process.exitCode === cutOff) process.exit()

async function main([name, ...args]: string[]): Promise<number> {
  if (!name || isHelp(name)) return printCommands()
  if (name === 'version') {
    console.log(manifest.version)
    return 0
  }
  // A developers' command, which isn't listed for operators. It needs no state and no settings.
  if (name === 'types') return generateTypes(args)
  const command = commands.find((command) => command.name === name)
  if (!command) {
    console.error(`There is no command '${name}'. '${program} --help' lists them.`)
    return 2
  }
  if (args.some(isHelp)) {
    console.log(`${command.summary}\n\nUsage: ${program} ${command.usage}`)
    return 0
  }
  // Handles both signals, so that a database started for this command is always stopped.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort())
  try {
    const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env })
    const log = openLog(settings.logLevel)
    const mayBegin = command.mayBegin?.(args) ?? false
    const opened = await openServices(settings, log, leaving.signal, mayBegin)
    if (opened.isNew)
      console.log(
        `Made a new site in ${settings.databaseUrl ? 'the database of DATABASE_URL' : settings.stateDir}.`,
      )
    try {
      return await Promise.race([
        withoutTimeouts(opened, (services) => command.run(args, services)),
        cut,
      ])
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (leaving.signal.aborted) return cutOff
    if (!isOperators(error)) throw error
    console.error(error.message)
    return 2
  }
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function printCommands(): number {
  console.log(`Usage: ${program} <command> [options]\n\nCommands:`)
  for (const { name, summary } of commands) console.log(`  ${name.padEnd(20)} ${summary}`)
  console.log(`  ${'version'.padEnd(20)} Print the version`)
  console.log(
    `\n'${program} <command> --help' tells the rest. Each works while the site runs, with the same settings.`,
  )
  return 0
}

/** Returns whether the operator can fix the error without its stack trace, so that its message is enough. */
function isOperators(error: unknown): error is Error {
  const kinds = [InvalidSettingsError, DatabaseStartError, StorageUnavailableError]
  if (kinds.some((kind) => error instanceof kind) || isDiskFull(error)) return true
  return Boolean((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
}
