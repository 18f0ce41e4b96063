import { isbot } from 'isbot'

/** Returns whether a request comes from a robot that says so, or from nothing that calls itself a browser. */
export const isRobot = (userAgent: string) => userAgent === '' || isbot(userAgent)
