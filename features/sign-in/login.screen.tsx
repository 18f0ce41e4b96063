import { useEffect } from 'react'
import { Navigate, redirect, useLocation } from 'react-router'
import { parseId } from '#platform/text/id.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { pendingTap } from './pending-tap.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { session, useSession } from '#platform/web/session/session.ts'
import { nextPath } from '#platform/web/navigation/next-path.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import css from '#features/accounts/profile/account-page.module.css'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import { AppleButton } from '#features/sign-in-with-apple/apple-button.tsx'
import { AppleQuestions } from '#features/sign-in-with-apple/questions.tsx'
import { withReturnParams } from '#features/accounts/sessions/sessions.ts'
import { useReturnFromApple } from '#features/sign-in-with-apple/use-landing.ts'
import { LoginForm } from './login-form.tsx'

export const handle: Handle = { title: 'Log in', head: () => ({ noindex: true }) }

type Voted = { id: number; name: string } | null

/** Without scripts, a visitor's upvote links here with the dish's id as `vote`. Sets `next` to the dish's page. */
export async function loader({ api, url }: LoaderArgs): Promise<Voted> {
  const id = parseId(url.searchParams.get('vote'))
  if (id === null) return null
  const dish = await api('GET /items/:id', { id }).catch(() => null)
  if (!dish) return null
  const back = new URLSearchParams(url.searchParams)
  back.set('next', `/dish/${dish.id}`)
  back.set('vote', `${dish.id}`)
  if (`${back}` !== `${url.searchParams}`) throw redirect(`/login?${back}`)
  return { id: dish.id, name: dish.name }
}

export function Component() {
  const { isLogged } = useSession()
  const { search } = useLocation()
  const apple = useReturnFromApple()
  const vote = useScreenData<typeof loader>()
  useEffect(() => {
    // A member comes here by a link, perhaps another site's, which must not vote in their name.
    if (vote && !session().isLogged) pendingTap.set(`vote ${vote.id}`)
  }, [vote])
  // A logged-in member is redirected, unless they return from Apple to log in again, perhaps to another account.
  if (isLogged && !apple.returns) return <Navigate to={nextPath(search)} replace />
  if (apple.asks) return <AppleQuestions {...apple.asks} />
  return (
    <AccountPage
      title="Welcome Back!"
      aside={
        <p>
          New here? <Link to={withReturnParams('/signup', search)}>New Members - Join</Link>
        </p>
      }
    >
      <Banner tone="bad">{apple.problem}</Banner>
      <output className={apple.busy ? css.lead : 'visually-hidden'}>
        {apple.busy && 'Signing you in with Apple…'}
      </output>
      {!apple.busy && (
        <>
          {vote && (
            <p>
              Log in, and your vote for <Link to={`/dish/${vote.id}`}>{vote.name}</Link> counts.
            </p>
          )}
          <LoginForm />
          <AppleButton or next={new URLSearchParams(search).get('next')} />
        </>
      )}
    </AccountPage>
  )
}
