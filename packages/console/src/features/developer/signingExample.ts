import { downloadLinkPath } from '@muster/contract'

/** How a build machine makes a link to a download: HMAC-SHA256 of `<download>.<expires>`. */
export const signingExample = (origin: string, developer: string): string =>
  [
    'DOWNLOAD=…  # the id of the download',
    'EXPIRES=$(($(date +%s) + 3600))',
    'SIGNATURE=$(printf %s "$DOWNLOAD.$EXPIRES" \\',
    '  | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d" " -f1)',
    `curl -fOJ "${origin}${downloadLinkPath}/$DOWNLOAD?developer=${developer}&expires=$EXPIRES&signature=$SIGNATURE"`,
  ].join('\n')
