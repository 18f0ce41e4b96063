/** Tells password managers whose password a form is about. Hidden by style, because some ignore `type="hidden"`. */
export const Username = ({ email }: { email: string }) => (
  <input
    type="email"
    name="username"
    autoComplete="username"
    className="visually-hidden"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden
  />
)
