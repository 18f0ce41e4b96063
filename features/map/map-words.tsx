import type { ReactNode } from 'react'

/** What is said in the map's place, in its middle; before its sheet has come, too. */
export const MapWords = ({ children }: { children: ReactNode }) => (
  <p
    style={{
      display: 'grid',
      placeContent: 'center',
      blockSize: '100%',
      padding: 'var(--space-5)',
      textAlign: 'center',
      color: 'var(--muted)',
    }}
  >
    {children}
  </p>
)
