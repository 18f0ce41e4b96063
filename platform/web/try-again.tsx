import { useRevalidator } from 'react-router'
import { Button } from './ui/button.tsx'
import { Banner } from './ui/overlay/banner.tsx'

type Props = {
  message: string | false | null | undefined
  /** Retries the request. By default the screen's own loader runs again. */
  onRetry?: () => unknown
  busy?: boolean
}

/** Shows the text of a failed request, with a button to retry. */
export function TryAgain({ message, onRetry, busy = false }: Props) {
  const { revalidate, state } = useRevalidator()
  const isBusy = busy || state === 'loading'
  const retry = () => void (onRetry ? onRetry() : revalidate())
  const action = (
    <Button variant="secondary" size="small" busy={isBusy} onClick={retry}>
      Try again
    </Button>
  )
  return (
    <Banner tone="bad" action={action}>
      {message}
    </Banner>
  )
}
