export const paramListPath = '/param/list'

/** The editor of an assignment. */
export const paramPath = (id: string): string => `/param/edit/${id}`
