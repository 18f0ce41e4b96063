import type { ReactNode, Ref } from 'react'
import type { useForm } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import css from './account-page.module.css'

type Props = {
  form: Omit<ReturnType<typeof useForm>, 'field' | 'id' | 'errors'>
  ref?: Ref<HTMLFormElement>
  /** What it says on the button, and to a screen reader while it is sent. */
  submit: string
  busyLabel?: string
  /** Stands where an error would, once it has worked; null until then. */
  success?: string | null
  children: ReactNode
  /** Under the button. */
  below?: ReactNode
}

/** A form that says above its fields what went wrong, with its button under them. */
export function AccountForm({ form, ref, submit, busyLabel, success, children, below }: Props) {
  const failed = form.error !== null || success === undefined
  return (
    <form ref={ref} {...form.form} className={css.form}>
      <Banner key={form.attempt} tone={failed ? 'bad' : 'good'}>
        {form.error?.message ?? success}
      </Banner>
      <ErrorSummary {...form.summary} />
      {children}
      <Button type="submit" wide busy={form.busy} busyLabel={busyLabel}>
        {submit}
      </Button>
      {below}
    </form>
  )
}
