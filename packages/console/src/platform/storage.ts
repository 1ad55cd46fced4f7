/** Of a window that looks on as somebody else, its session (`?as=`); '' where one is oneself. */
export const impersonationId = new URLSearchParams(location.search).get('as') ?? ''

/**
 * What the browser keeps for the console between two starts. A window that looks on as somebody else
 * keeps it to itself: the session, tabs and theme of the user's own windows stay.
 */
export const storage: Storage = impersonationId ? sessionStorage : localStorage
