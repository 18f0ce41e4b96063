import { useState, type ReactNode } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { api, asApiError, type ApiError } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { AccountPage } from '#features/accounts/profile/account-page.tsx'
import css from './tap-to-verify.module.css'

type Check = Output<'POST /verify-email/check'>
type Mail = Check['agreed'][number]

const mails: Record<Mail, string> = {
  weeklyMail: 'A mail a week: new near me, my upvotes, my followers',
  emailConsent: 'Mails about the best food in my area',
}

type Props = {
  token: string
  offer: Check
  onDone: (answer: Output<'POST /verify-email'>) => void
  /** Called if the link can't do it, and not if the server couldn't be reached: then one can tap again. */
  onRefused: (error: ApiError) => Promise<void>
}

const refusals = ['invalid_token', 'mailbox_taken', 'address_in_use']

/**
 * Says what a mailed link does, and does it on a tap: the account may be one that somebody else made, or the member’s
 * own link `takes` the address from another account.
 */
export function TapToVerify({ token, offer, onDone, onRefused }: Props) {
  const { email, changes, agreed, takes } = offer
  const [wanted, setWanted] = useState<Mail[]>([])
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>({
    busy: false,
    error: null,
  })

  async function confirm() {
    setState({ busy: true, error: null })
    try {
      onDone(await api('POST /verify-email', { token, agreed: wanted, takeAddress: takes }))
    } catch (problem) {
      const error = asApiError(problem)
      if (!refusals.includes(error.code)) return setState({ busy: false, error })
      await onRefused(error)
    }
    // The button is gone.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  const box = <strong className={css.address}>{email}</strong>
  const message = state.error?.message
  if (takes) return <TakeAddress email={box} message={message} busy={state.busy} onTake={confirm} />
  return (
    <AccountPage
      title={changes ? 'Confirm your new e-mail?' : 'Verify your e-mail?'}
      lead={
        changes ? (
          <>{box} becomes the e-mail of the account that asked for it, and is verified.</>
        ) : (
          <>{box} is then verified as the e-mail of a Yolo account.</>
        )
      }
    >
      <Stack gap={3}>
        <Banner tone="bad">{message}</Banner>
        {agreed.length > 0 && (
          <fieldset className={css.mails}>
            <legend>The account asked for these mails. Do you want them?</legend>
            {agreed.map((kind) => (
              <Checkbox
                key={kind}
                name={kind}
                label={mails[kind]}
                checked={wanted.includes(kind)}
                onChange={(on) =>
                  setWanted((now) => (on ? [...now, kind] : now.filter((one) => one !== kind)))
                }
              />
            ))}
            <p>What you leave out isn’t sent. It is in your settings whenever you want it.</p>
          </fieldset>
        )}
        <Button wide busy={state.busy} onClick={() => void confirm()}>
          {changes ? 'Confirm my new e-mail' : 'Verify my e-mail'}
        </Button>
        <p>
          {changes
            ? 'If it wasn’t you who asked for it, just close this page: nothing changes.'
            : 'If you didn’t join Yolo, just close this page: the account stays unverified.'}
        </p>
      </Stack>
    </AccountPage>
  )
}

type TakeAddressProps = {
  email: ReactNode
  message: string | undefined
  busy: boolean
  onTake: () => Promise<void>
}

function TakeAddress({ email, message, busy, onTake }: TakeAddressProps) {
  return (
    <AccountPage
      title="Take this e-mail from another account?"
      lead={<>Another account was made with {email}, and nobody has confirmed the address there.</>}
    >
      <Stack gap={3}>
        <Banner tone="bad">{message}</Banner>
        <p>
          The address becomes the e-mail of your account. The other one has none then, so nobody can
          log in to it by e-mail; its favorites stay. You needn’t delete it first.
        </p>
        <Button wide busy={busy} onClick={() => void onTake()}>
          Take it for my account
        </Button>
        <p>
          If the other account is yours too and you want to keep using it, close this page: log out,
          and choose a new password for that address. The address then stays with that account, for
          some time even after it is deleted or gets another e-mail.
        </p>
      </Stack>
    </AccountPage>
  )
}
