import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { LoginForm } from '#features/sign-in/login-form.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { nextParam } from '#platform/web/navigation/next-path.ts'
import { loggedInParam, wizardStepPath } from '../steps.ts'
import { WizardStep } from '../wizard.tsx'

export function LoginStep() {
  const { isLogged } = useSession()
  const navigate = useNavigate()
  const review = wizardStepPath('yolo', loggedInParam)
  // Returns to the review step once the member has logged in, with this form or in another tab.
  const goOn = useEffectEvent(() => void navigate(review, { replace: true }))
  useEffect(() => {
    if (isLogged) goOn()
  }, [isLogged])
  const [pathname = '', query = ''] = review.split('?')
  return (
    <WizardStep title="Almost Done!">
      <p>Log in or join to save your yolo. It stays here as you left it.</p>
      <Panel>
        <Stack>
          <LoginForm />
          <LinkButton
            variant="secondary"
            wide
            to={`/signup?${nextParam({ pathname, search: `?${query}` })}`}
          >
            New Members - Join
          </LinkButton>
          <AppleButton next={review} />
        </Stack>
      </Panel>
    </WizardStep>
  )
}
