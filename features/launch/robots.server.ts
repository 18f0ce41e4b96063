import { isbot } from 'isbot'

/** Returns whether a request's user agent is that of a known robot, or is empty. */
export const isRobot = (userAgent: string) => userAgent === '' || isbot(userAgent)
