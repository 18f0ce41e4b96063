import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'

/** Tells a member that a verified one took their name (rules: names). A page that a device kept may lack `name`. */
export const LostName = ({ name }: { name: string | null | undefined }) =>
  name && (
    <Banner tone="warn">
      A verified member asked for your display name, {name}, and has it now, because your e-mail
      wasn’t verified and your account looked unused.{' '}
      <Link to="/change-identity">Choose another name</Link>. Once your e-mail is verified, nobody
      can take it.
    </Banner>
  )
