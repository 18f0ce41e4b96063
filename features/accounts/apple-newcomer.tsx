import { useLocation } from 'react-router'
import { Link } from '#platform/web/link.tsx'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/error-summary.tsx'
import css from './account-page.module.css'
import { AccountPage } from './account-page.tsx'
import { carrying } from './begin.ts'
import { birthDateOf, BirthFields, birthNames, onTheMonth } from './birth-fields.tsx'
import { JoiningTerms } from './joining-terms.tsx'
import { checkBirth } from './signup-check.ts'
import { useForm } from './use-form.ts'

/** Apple has said who it is; what it doesn't tell is asked here, once. */
export function AppleNewcomer({ join }: { join: (birthDate: string) => Promise<void> }) {
  const { search } = useLocation()
  const form = useForm({
    names: birthNames,
    check: checkBirth,
    async send(values) {
      try {
        await join(birthDateOf(values))
      } catch (error) {
        throw onTheMonth(error)
      }
    },
  })
  return (
    <AccountPage
      title="Almost Done!"
      lead="You are new here: one question, and you’re in."
      aside={
        <p>
          A member already? <Link to={carrying('/login', search)}>Current Members - Log In</Link>
        </p>
      }
    >
      <form {...form.form} className={css.form}>
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        <ErrorSummary errors={form.summary} />
        <BirthFields field={form.field} />
        <Button type="submit" wide busy={form.busy} busyLabel="Making your account…">
          New Members - Join
        </Button>
        <JoiningTerms />
      </form>
    </AccountPage>
  )
}
