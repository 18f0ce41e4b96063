import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'

/** Tells a member that a verified one took their name (rules: names). A page that a device kept may lack `name`. */
export const LostName = ({ name }: { name: string | null | undefined }) =>
  name && (
    <Banner tone="warn">
      Your display name <strong translate="no">{name}</strong> went to a verified member, because
      your account was unused and unverified. <Link to="/change-identity">Choose another name</Link>
      , and verify your e-mail to keep it.
    </Banner>
  )
