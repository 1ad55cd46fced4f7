import sanitizeHtml from 'sanitize-html'

/** Text, lists, tables and links. Pictures and frames would be fetched from elsewhere. */
const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre code b strong i em u s small sub sup ' +
  'ul ol li dl dt dd table caption thead tbody tfoot tr th td a'
).split(' ')

/** HTML without anything that runs, loads, or looks like a part of the page around it. */
export const sanitize = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'rel', 'target'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      '*': ['dir', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: 50,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
    },
  }).trim()
