/** What asks for the last commands to a terminal. */
export const lastTasks = (id: string) => ({ params: { id }, query: { pageSize: '5' } })
