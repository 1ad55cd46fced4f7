import { signHeaders } from '@muster/console/src/platform/proof.ts'

/** Pages of records from Muster's server, each call signed with the session that the console keeps. */
export const dataProvider = {
  async getList(resource, { pagination, sort, filter }) {
    const asked = new URLSearchParams({
      pageNum: pagination.page,
      pageSize: pagination.perPage,
      // The order by id is react-admin's default, and no column of Muster's.
      ...(sort.field === 'id'
        ? {}
        : { sortField: sort.field, sortOrder: sort.order.toLowerCase() }),
      ...filter,
    })
    const target = `/admin/device/v1/${resource}/page?${asked}`
    const token = localStorage.getItem('token')
    const headers = await signHeaders({ method: 'GET', target, body: '' }, token)
    const response = await fetch(target, { headers })
    const { code, msg, data } = await response.json()
    if (code !== 200) throw new Error(msg)
    return { data: data.list, total: data.total }
  },
}
