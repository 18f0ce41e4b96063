import type { Services } from '#platform/server/services.ts'
import { seedDemo } from './seed.server.ts'

export * as calls from './apple-stand-in/contract.ts'
export {
  standInHandlers as handlers,
  withPretendApple as prepare,
} from './apple-stand-in/server.ts'

export async function seed(services: Services): Promise<string | null> {
  if (!services.settings.demo) return null
  const logins = await seedDemo(services)
  if (!logins) return null
  const rows = logins.map(
    ({ id, userName, email, password }) =>
      `  ${String(id).padStart(4)}  ${userName.padEnd(20)} ${email.padEnd(28)} ${password}`,
  )
  return ['The demo’s log-ins, made now and shown this once:', ...rows].join('\n')
}
