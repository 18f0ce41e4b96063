import {
  type InputEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type ApiError, asApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-forget-on-log-in.ts'
import { isTypedIn } from '#platform/web/storage/typed.ts'
import { useUnsaved } from '#platform/web/unsaved.ts'
import type { FormError } from '#platform/web/ui/form/error-summary.tsx'

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

const read = <N extends string>(form: HTMLFormElement, names: readonly N[]) => {
  const data = new FormData(form)
  const typed = (name: N) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(names.map((name) => [name, typed(name)])) as Values<N>
}

/**
 * The state of a form with uncontrolled fields, so that nothing typed before hydration is lost. Errors of fields are
 * shown next to the fields and in a summary. `error` is set if the form as a whole failed.
 */
export function useForm<N extends string>({ names, check, send, ...options }: Options<N>) {
  const { prefix = '', asksToLeave = false } = options
  const { errors, round, tell, keep } = useFieldErrors(names)
  const [hasLocalErrors, setUnsent] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  // Changes with every attempt, so that an error is announced again even if its text is the same.
  const [attempt, setAttempt] = useState(0)
  const underWay = useRef(false)
  const sent = useRef<HTMLFormElement>(null)
  // Null once everything that was typed is sent.
  const edited = useRef<HTMLFormElement>(null)
  useUnsaved(() => asksToLeave && isEdited(edited.current, names))
  useScrollToAlert(sent, error)
  useForgetOnLogIn(error, () => setError(null))

  function mend(form: HTMLFormElement, edited: string) {
    setError(null)
    const wrong = hasLocalErrors ? check(read(form, names)) : null
    keep((name) => name !== edited && (!wrong || Boolean(wrong[name])))
  }

  async function submit(form: HTMLFormElement) {
    if (underWay.current) return
    sent.current = form
    const values = read(form, names)
    const wrong = check(values)
    const refuse = Object.keys(wrong).length > 0
    tell(wrong)
    setUnsent(refuse)
    setError(null)
    setAttempt((before) => before + 1)
    if (refuse) return
    underWay.current = true
    setBusy(true)
    try {
      const onSaved = () => (edited.current = null)
      await send(values, onSaved)
      onSaved()
    } catch (failed) {
      const refused = asApiError(failed)
      const wrong = pick(names, refused.fields, () => true)
      tell(wrong)
      setError(Object.keys(wrong).length === 0 ? refused : null)
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
    id: (name: N) => `${prefix}${name}`,
    /**
     * Props for `<form>`. The method is POST because the form can be sent before the scripts have loaded, and a
     * password must not appear in the address.
     */
    form: {
      method: 'post',
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onInput: ({ currentTarget, target }: InputEvent<HTMLFormElement>) => {
        edited.current = currentTarget
        mend(currentTarget, (target as HTMLInputElement).name)
      },
    } as const,
    field: (name: N) => ({
      id: `${prefix}${name}`,
      name,
      required: true,
      error: errors[name] ?? null,
    }),
    summary: {
      round,
      errors: names.flatMap((name): FormError[] => {
        const message = errors[name]
        return message ? [{ message, field: `${prefix}${name}` }] : []
      }),
    },
    /** True if the last attempt wasn't sent, because `check` found errors. */
    hasLocalErrors,
  }
}

/** Whether someone has typed in one of the fields. */
const isEdited = (form: HTMLFormElement | null, names: readonly string[]) =>
  names.some((name) => {
    const field = form?.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return isText && isTypedIn(field)
  })

/** Scrolls to the error message at the top of the form, which may be out of sight from the button at its bottom. */
function useScrollToAlert(form: RefObject<HTMLFormElement | null>, error: ApiError | null) {
  useEffect(() => {
    if (error) form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
  }, [form, error])
}

/** The errors of the fields. `round` counts how often `tell` has set them. */
function useFieldErrors<N extends string>(names: readonly N[]) {
  const [errors, setErrors] = useState<Errors<N>>({})
  // The summary takes the focus whenever `round` changes. Typing doesn't change it.
  const [round, setRound] = useState(0)
  return {
    errors,
    round,
    tell(wrong: Errors<N>) {
      setErrors(wrong)
      setRound((before) => before + 1)
    },
    /** Removes the errors that have been corrected, without starting another round. */
    keep: (isStill: (name: N) => boolean) => setErrors(pick(names, errors, isStill)),
  }
}

const pick = <N extends string>(
  names: readonly N[],
  texts: Partial<Record<string, string>>,
  isPicked: (name: N) => boolean,
) =>
  Object.fromEntries(
    names.filter((name) => texts[name] && isPicked(name)).map((name) => [name, texts[name]]),
  ) as Errors<N>
