/**
 * The slowest upload that is waited for, in bytes per millisecond. The server ends slower ones, and the page waits no
 * longer than they may take.
 */
export const slowestUpload = 5
