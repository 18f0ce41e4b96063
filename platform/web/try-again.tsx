import { useRevalidator } from 'react-router'
import { Banner } from './ui/overlay/banner.tsx'
import { Button } from './ui/button.tsx'
import { useWhenOnline } from './when-online.ts'

type Props = {
  message: string | false | null | undefined
  /** Retries the request. By default the screen's own loader runs again. */
  onRetry?: () => unknown
  busy?: boolean
}

/** Shows the text of a failed request, with a button to retry. It also retries once the network is back. */
export function TryAgain({ message, onRetry, busy = false }: Props) {
  const { revalidate, state } = useRevalidator()
  const retry = () => (onRetry ? onRetry() : revalidate())
  useWhenOnline(Boolean(message), retry)
  return (
    <Banner
      tone="bad"
      action={
        <Button
          variant="secondary"
          size="small"
          busy={busy || state === 'loading'}
          onClick={() => void retry()}
        >
          Try again
        </Button>
      }
    >
      {message}
    </Banner>
  )
}
