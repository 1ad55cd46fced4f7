/** The members of a list's query that say when its records were made or last changed. */
export const spanNames = ['createdFrom', 'createdTo', 'updatedFrom', 'updatedTo'] as const
