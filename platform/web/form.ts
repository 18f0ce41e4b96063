import { useEffect, useRef, useState } from 'react'
import { type ApiError, asApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-call.ts'
import { useUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'

type Values<N extends string> = Record<N, string>
type Errors<N extends string> = Partial<Record<N, string>>

type Options<N extends string> = {
  names: readonly N[]
  /** Returns the errors, by field, that can be found without the server. */
  check: (values: Values<N>) => Errors<N>
  send: (values: Values<N>) => Promise<void>
  /** Prefix of the fields' ids, for two forms on one page. */
  prefix?: string
  /** Asks before another page is opened while something typed isn't sent. */
  asksToLeave?: boolean
}

type State<N extends string> = {
  busy: boolean
  /** Changes with every attempt, so that an error is announced again even if its text is the same. */
  attempt: number
  errors: Errors<N>
  /** Set if the form as a whole failed. */
  error: ApiError | null
}

/**
 * The state of a form with uncontrolled fields, so that nothing typed before hydration is lost. Errors of fields are
 * shown next to the fields and in a summary.
 */
export function useForm<N extends string>({ names, check, send, ...options }: Options<N>) {
  const { prefix = '', asksToLeave = false } = options
  const [state, setState] = useState<State<N>>({
    busy: false,
    attempt: 0,
    errors: {},
    error: null,
  })
  const change = (next: Partial<State<N>>) => setState((before) => ({ ...before, ...next }))
  const sent = useRef<HTMLFormElement>(null)
  // Null once everything that was typed is sent.
  const edited = useRef<HTMLFormElement>(null)
  useUnsaved(() => asksToLeave && isEdited(edited.current, names))
  useForgetOnLogIn(state.error, () => change({ error: null }))
  // The message at the top of the form may be out of sight from the button at its bottom.
  useEffect(() => {
    if (state.error)
      sent.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [state.error])

  async function submit(form: HTMLFormElement) {
    if (state.busy) return
    sent.current = form
    const data = new FormData(form)
    const values = mapNames(names, (name) => String(data.get(name) ?? ''))
    const errors = check(values)
    const isRight = Object.keys(errors).length === 0
    change({ attempt: state.attempt + 1, errors, error: null, busy: isRight })
    if (!isRight) return
    try {
      await send(values)
      edited.current = null
      change({ busy: false })
    } catch (failed) {
      const error = asApiError(failed)
      const known = names.filter((name) => error.fields[name])
      const fields = mapNames(known, (name) => error.fields[name]!)
      change({ busy: false, errors: fields, error: known.length === 0 ? error : null })
    }
  }

  return {
    ...state,
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
        const { name } = target as HTMLInputElement
        change({ error: null, errors: { ...state.errors, [name]: undefined } })
      },
    } as const,
    field: (name: N) => ({
      id: `${prefix}${name}`,
      name,
      required: true,
      error: state.errors[name] ?? null,
    }),
    summary: {
      round: state.attempt,
      errors: names.flatMap((name) => {
        const message = state.errors[name]
        return message ? [{ message, field: `${prefix}${name}` }] : []
      }),
    },
  }
}

const mapNames = <N extends string>(names: readonly N[], valueOf: (name: N) => string) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Values<N>

/** Whether someone has typed in one of the fields. A password doesn't count: to type it again is no loss. */
const isEdited = (form: HTMLFormElement | null, names: readonly string[]) =>
  names.some((name) => {
    const field = form?.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return isText && field.type !== 'password' && field.value !== field.defaultValue
  })
