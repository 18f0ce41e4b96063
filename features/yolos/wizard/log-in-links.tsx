import type { ReactNode } from 'react'
import { nextParam } from '#platform/web/next-path.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { addressOf, type Step } from './steps.ts'

/** To log in or join, and back to this step. */
export function LogInLinks({ step, children }: { step: Step; children: ReactNode }) {
  const [pathname = '', search = ''] = addressOf(step).split(/(?=\?)/)
  const next = nextParam({ pathname, search })
  return (
    <Stack>
      <p>{children}</p>
      <LinkButton to={`/user-login?${next}`}>Current Members - Log In</LinkButton>
      <LinkButton look="secondary" to={`/signup?${next}`}>
        New Members - Join
      </LinkButton>
    </Stack>
  )
}
