import { createElement as h, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The least that a React page can be that asks the server something and shows twenty rows (or
// `?rows=100`): no sign-in, no router, no tabs, no texts, no UI library.

const views = ['first', 'second'] as const
const count = Number(new URLSearchParams(location.search).get('rows') ?? 20)

function Table({ view, site }: { readonly view: string; readonly site: string }) {
  const rows = Array.from({ length: count }, (_, row) =>
    h(
      'tr',
      { key: row },
      ...['serial number', 'model', 'organisation', 'presence', 'last contact'].map((name) =>
        h('td', { key: name }, `${view} ${name} ${row} ${site}`),
      ),
    ),
  )
  return h('table', null, h('tbody', null, rows))
}

function Page() {
  const [view, setView] = useState<string>(views[0])
  const [site, setSite] = useState<string | null>(null)
  useEffect(() => {
    void fetch('/admin/system/v1/server/init')
      .then((response) => response.text())
      .then((text) => setSite(text.slice(0, 20)))
  }, [])
  if (site === null) return null
  const buttons = views.map((name) =>
    h('button', { key: name, id: name, onClick: () => setView(name) }, name),
  )
  return h('main', { 'data-view': view }, h('nav', null, buttons), h(Table, { view, site }))
}

const place = document.getElementById('root')
if (place) createRoot(place).render(h(Page))
