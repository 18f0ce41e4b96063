import { type SyntheticEvent, useState } from 'react'
import { characters } from '#platform/text/characters.ts'
import type { ApiError } from '#platform/web/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'

type Props = {
  hint: string
  maxLength: number
  busy: boolean
  error: ApiError | null
  /** What the server says of the text. */
  wrong: string | undefined
  onChange: () => void
  onSend: (text: string) => void
}

/** The one answer that members have to what was decided about them. */
export function AnswerForm({ hint, maxLength, busy, error, wrong, onChange, onSend }: Props) {
  const [text, setText] = useState('')
  const [empty, setEmpty] = useState(false)
  const tooLong = characters(text.trim()) > maxLength ? `At most ${maxLength} characters.` : null

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setEmpty(!text.trim())
    if (!tooLong && text.trim()) onSend(text)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Banner tone="bad">{error && !wrong ? error.message : null}</Banner>
        <TextArea
          label="Your answer"
          hint={hint}
          maxLength={maxLength}
          value={text}
          error={wrong ?? tooLong ?? (empty && !text.trim() ? 'Please fill this in.' : null)}
          onChange={({ target }) => {
            setText(target.value)
            setEmpty(false)
            onChange()
          }}
        />
        <Button type="submit" look="secondary" busy={busy}>
          Send answer
        </Button>
      </Stack>
    </form>
  )
}
