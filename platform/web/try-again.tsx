import { useRevalidator } from 'react-router'
import { Banner } from './ui/overlay/banner.tsx'
import { Button } from './ui/button.tsx'

let asked = 0

/** For a screen's `shouldRevalidate` that otherwise keeps its data: the visitor asked to retry. */
export const isAskedAgain = () => asked > 0

type Props = {
  failed: string | null | undefined
  /** Retries; without it the screen's own loader runs again. */
  ask?: () => unknown
  busy?: boolean
}

/** What couldn't be loaded, and a button to retry. */
export function TryAgain({ failed, ask, busy = false }: Props) {
  const { revalidate, state } = useRevalidator()
  const reload = async () => {
    asked++
    try {
      await revalidate()
    } finally {
      asked--
    }
  }
  return (
    <Banner
      tone="bad"
      action={
        <Button
          look="secondary"
          size="small"
          busy={busy || state === 'loading'}
          onClick={() => void (ask ?? reload)()}
        >
          Try again
        </Button>
      }
    >
      {failed}
    </Banner>
  )
}
