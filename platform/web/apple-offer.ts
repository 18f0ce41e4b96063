import { createContext } from 'react'
import type { AppleOffer } from './rendered.ts'

/** Whether one can sign in with Apple here, or with what stands in for it: as the server's settings say. */
export const AppleContext = createContext<AppleOffer>(null)
