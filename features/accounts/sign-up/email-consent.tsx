import css from './email-consent.module.css'

type Props = { agreed: boolean; onChange: (agreed: boolean) => void }

/** Asked, never assumed: off until it is ticked. */
export const EmailConsent = ({ agreed, onChange }: Props) => (
  <label className={css.box}>
    <input
      type="checkbox"
      name="emailConsent"
      checked={agreed}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>Send me mails about the best food in my area. I can change this in the settings.</span>
  </label>
)
