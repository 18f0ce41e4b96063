import { Link } from '#platform/web/link.tsx'
import css from '../profile/account-page.module.css'

export const JoiningTerms = () => (
  <p className={css.aside}>
    By joining you agree to the <Link to="/terms">terms of use</Link> and the{' '}
    <Link to="/policy">privacy policy</Link>.
  </p>
)
