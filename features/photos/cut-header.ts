/** The header that names the part to show of a picture that is sent whole. */
export const cutHeader = 'Picture-Cut'
