import { useRevalidator } from 'react-router'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'

/** What a step couldn't load, in words, and a way to ask once more. */
export function TryAgain({ failed }: { failed: string | null | undefined }) {
  const { revalidate, state } = useRevalidator()
  return (
    <Banner
      tone="bad"
      action={
        <Button
          look="quiet"
          size="small"
          busy={state === 'loading'}
          onClick={() => void revalidate()}
        >
          Try again
        </Button>
      }
    >
      {failed}
    </Banner>
  )
}
