import { vi } from 'vitest'
import type { Services } from '#platform/server/services.ts'
import { userCommand } from './user-command.server.ts'

/** Returns a function that runs `user` and returns its exit code and what the operator reads. */
export const operatorOf =
  ({ services }: { services: Services }) =>
  async (...args: string[]) => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const spies = (['log', 'error'] as const).map((to) =>
      vi.spyOn(console, to).mockImplementation(say),
    )
    const code = await userCommand.run(args, services)
    for (const spy of spies) spy.mockRestore()
    return { code, said: said.join('\n') }
  }
