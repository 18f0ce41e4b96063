import { vi } from 'vitest'
import { features } from '#app/features.ts'
import { collectFeatureRules } from '#platform/server/feature.ts'
import type { Services } from '#platform/server/services.ts'
import { siteCommands } from './server.ts'

const commands = siteCommands(collectFeatureRules(features))

/** Runs an operator's command in this process. Returns its exit code and its output. */
export async function run(services: Services, name: string, ...args: string[]) {
  const said: string[] = []
  const print = (text: string) => void said.push(text)
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(print),
  )
  try {
    const code = await commands.find((command) => command.name === name)!.run(args, services)
    return { code, said: said.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
