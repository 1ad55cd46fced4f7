import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Admin,
  BooleanField,
  ChipField,
  Datagrid,
  DateField,
  List,
  NumberField,
  Pagination,
  Resource,
  SearchInput,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin'
import { dataProvider } from './dataProvider.mjs'

// What react-admin's own tutorial makes of three lists of Muster: its theme, menu, filters, table and
// pager, nothing else. No sign-in (the session is the console's), rights, tabs or other languages.

const text = (source, more) => h(TextField, { source, ...more })
const chip = (source) => h(ChipField, { source, sortable: false, size: 'small' })
const number = (source, more) => h(NumberField, { source, ...more })
const isUsable = h(BooleanField, {
  source: 'status',
  sortable: false,
  looseValue: true,
})

const choice = (source, values) =>
  h(SelectInput, {
    source,
    alwaysOn: true,
    choices: values.map((id) => ({ id, name: id })),
  })

const resources = {
  device: {
    label: 'Terminals',
    filters: [
      h(SearchInput, { source: 'keyword', alwaysOn: true }),
      choice('presence', ['ONLINE', 'OFFLINE', 'NEVER']),
      choice('lifecycle', ['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST']),
      h(TextInput, { source: 'sn', alwaysOn: true }),
      ...['name', 'tid', 'firmware', 'agentVersion'].map((source) => h(TextInput, { source })),
    ],
    // The columns of the console's list.
    columns: [
      text('sn'),
      text('name'),
      chip('presence'),
      h(DateField, { source: 'lastSeenAt', showTime: true }),
      text('modelName'),
      text('orgName'),
      text('firmware'),
      number('batteryPercent'),
      text('networkType', { sortable: false }),
      isUsable,
      chip('lifecycle'),
      text('vendorName', { sortable: false }),
      h(DateField, { source: 'warrantyEnd', sortable: false }),
    ],
  },
  model: {
    label: 'Models',
    filters: [h(SearchInput, { source: 'keyword', alwaysOn: true })],
    columns: [
      text('name'),
      text('code'),
      text('vendorName', { sortable: false }),
      text('categoryName', { sortable: false }),
      text('osType', { sortable: false }),
      number('deviceCount', { sortable: false }),
      isUsable,
    ],
  },
  category: {
    label: 'Categories',
    filters: [choice('osKind', ['ANDROID', 'LINUX'])],
    columns: [
      text('name'),
      text('code'),
      text('parentName', { sortable: false }),
      number('level', { sortable: false }),
      text('osKind', { sortable: false }),
      number('offlineAlarmMinutes', { sortable: false }),
      number('modelCount', { sortable: false }),
      number('deviceCount', { sortable: false }),
      number('sort'),
      isUsable,
    ],
  },
}

const pagination = h(Pagination, { rowsPerPageOptions: [10, 20, 50, 100] })

const listOf = ({ filters, columns }) =>
  function ResourceList() {
    return h(
      List,
      { filters, pagination, perPage: 20, exporter: false },
      h(Datagrid, { rowClick: false }, ...columns),
    )
  }

const shown = Object.entries(resources).map(([name, resource]) =>
  h(Resource, {
    key: name,
    name,
    list: listOf(resource),
    options: { label: resource.label },
  }),
)

createRoot(document.getElementById('root')).render(
  h(Admin, { dataProvider, disableTelemetry: true }, ...shown),
)
