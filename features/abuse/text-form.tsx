import { useId } from 'react'
import { countCharacters } from '#platform/text/characters.ts'
import { useForm } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-area.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'

type Props = {
  /** The name of the field in the call, so that the call's error is shown next to it. */
  name: string
  label: string
  hint: string
  maxLength: number
  optional?: boolean
  button: string
  variant?: 'primary' | 'secondary'
  send: (text: string) => Promise<unknown>
  onBack?: () => void
}

/** A form with one text field. */
export function TextForm(props: Props) {
  const { name, label, hint, maxLength, optional = false, button, send, onBack } = props
  const form = useForm({
    names: [name],
    prefix: useId(),
    asksToLeave: true,
    check: (values) => {
      const text = values[name]!.trim()
      if (!text && !optional) return { [name]: 'Please fill this in.' }
      return countCharacters(text) > maxLength ? { [name]: `At most ${maxLength} characters.` } : {}
    },
    send: async (values) => void (await send(values[name]!)),
  })
  return (
    <form {...form.form} data-in-page>
      <Stack>
        <Banner tone="bad">{form.error?.message ?? null}</Banner>
        <TextArea
          {...form.field(name)}
          required={false}
          readOnly={form.busy}
          label={label}
          hint={hint}
          optional={optional}
          maxLength={maxLength}
        />
        <Button
          type="submit"
          variant={props.variant ?? 'primary'}
          wide={onBack !== undefined}
          busy={form.busy}
        >
          {button}
        </Button>
        {onBack && (
          <Button variant="quiet" wide onClick={onBack}>
            Back
          </Button>
        )}
      </Stack>
    </form>
  )
}
