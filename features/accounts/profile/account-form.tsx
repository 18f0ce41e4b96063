import type { ReactNode, Ref } from 'react'
import type { useForm } from '#platform/web/form.ts'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import css from './account-page.module.css'

type Props = {
  form: Omit<ReturnType<typeof useForm>, 'field' | 'id' | 'errors'>
  ref?: Ref<HTMLFormElement>
  /** Label of the button. */
  submit: string
  /** True if the form is one of several on its page, so that none of their buttons stands out. */
  amongOthers?: boolean
  disabled?: boolean
  busyLabel?: string
  /** Message shown above the fields after success, or null before it. */
  success?: string | null
  children: ReactNode
  /** Content below the button. */
  below?: ReactNode
}

/** A form with its errors above the fields and its button below them. */
export function AccountForm(props: Props) {
  const { form, ref, submit, amongOthers = false, success, children, below } = props
  const isHydrated = useHydrated()
  const failed = form.error !== null || success === undefined
  return (
    <form ref={ref} {...form.form} className={css.form}>
      <Banner key={form.attempt} tone={failed ? 'bad' : 'good'}>
        {form.error?.message ?? success}
      </Banner>
      <ErrorSummary {...form.summary} />
      {children}
      <Button
        // Before hydration, the browser would send the form to the page, which can't take it. React handles a tap during
        // hydration, too.
        type={isHydrated ? 'submit' : 'button'}
        onClick={({ currentTarget }) => isHydrated || currentTarget.form?.requestSubmit()}
        variant={amongOthers ? 'secondary' : 'primary'}
        wide={!amongOthers}
        busy={form.busy}
        disabled={props.disabled}
        busyLabel={props.busyLabel}
      >
        {submit}
      </Button>
      {below}
    </form>
  )
}
