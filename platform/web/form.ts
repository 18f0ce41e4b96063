import { useEffect, useRef, useState } from 'react'
import { ApiError, asApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-call.ts'
import type { FormError } from '#platform/web/ui/form/error-summary.tsx'
import { useUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'

type Values<N extends string> = Record<N, string>
type Errors<N extends string> = Partial<Record<N, string>>

type Options<N extends string> = {
  names: readonly N[]
  /** Returns the errors, by field, that can be found without the server. */
  check: (values: Values<N>) => Errors<N>
  /** `onSaved` may be called before the end, once nothing typed can be lost any more. */
  send: (values: Values<N>, onSaved: () => void) => Promise<void>
  /** Prefix of the fields' ids, for two forms on one page. */
  prefix?: string
  /** Asks before another page is opened while something typed isn't sent. */
  asksToLeave?: boolean
}

function read<N extends string>(form: HTMLFormElement, names: readonly N[]) {
  const data = new FormData(form)
  const typed = (name: N) => [name, String(data.get(name) ?? '')] as const
  return Object.fromEntries(names.map(typed)) as Values<N>
}

/**
 * The state of a form with uncontrolled fields, so that nothing typed before hydration is lost. Errors of fields are
 * shown next to the fields and in a summary. `error` is set if the form as a whole failed.
 */
export function useForm<N extends string>({ names, check, send, ...options }: Options<N>) {
  const { prefix = '', asksToLeave = false } = options
  const [errors, setErrors] = useState<Errors<N>>({})
  const [error, setError] = useState<ApiError | null>(null)
  const [hasLocalErrors, setLocalErrors] = useState(false)
  const [busy, setBusy] = useState(false)
  // Changes with every attempt, so that an error is announced again even if its text is the same.
  const [attempt, setAttempt] = useState(0)
  const underWay = useRef(false)
  const sent = useRef<HTMLFormElement>(null)
  // Null once everything that was typed is sent.
  const edited = useRef<HTMLFormElement>(null)
  useUnsaved(() => asksToLeave && isEdited(edited.current, names))
  useForgetOnLogIn(error, () => setError(null))
  // The message at the top of the form may be out of sight from the button at its bottom.
  useEffect(() => {
    if (error) sent.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [error])

  async function submit(form: HTMLFormElement) {
    if (underWay.current) return
    sent.current = form
    const values = read(form, names)
    const wrong = check(values)
    const isWrong = Object.keys(wrong).length > 0
    setErrors(wrong)
    setLocalErrors(isWrong)
    setError(null)
    setAttempt((before) => before + 1)
    if (isWrong) return
    underWay.current = true
    setBusy(true)
    const onSaved = () => (edited.current = null)
    try {
      await send(values, onSaved)
      onSaved()
    } catch (failed) {
      const refused = asApiError(failed)
      const known = names.filter((name) => refused.fields[name])
      setErrors(Object.fromEntries(known.map((name) => [name, refused.fields[name]])) as Errors<N>)
      setError(known.length === 0 ? refused : null)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    error,
    errors,
    attempt,
    /** True if the last attempt wasn't sent, because `check` found errors. */
    hasLocalErrors,
    id: (name: N) => `${prefix}${name}`,
    /** POST, because without scripts a password must not appear in the address. */
    form: {
      method: 'post',
      noValidate: true,
      onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onInput: ({ currentTarget, target }: React.InputEvent<HTMLFormElement>) => {
        edited.current = currentTarget
        setError(null)
        setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }))
      },
    } as const,
    field: (name: N) => ({
      id: `${prefix}${name}`,
      name,
      required: true,
      error: errors[name] ?? null,
    }),
    summary: {
      round: attempt,
      errors: names.flatMap((name): FormError[] => {
        const message = errors[name]
        return message ? [{ message, field: `${prefix}${name}` }] : []
      }),
    },
  }
}

/** Whether someone has typed in one of the fields. A password doesn't count: to type it again is no loss. */
const isEdited = (form: HTMLFormElement | null, names: readonly string[]) =>
  names.some((name) => {
    const field = form?.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return isText && field.type !== 'password' && field.value !== field.defaultValue
  })
