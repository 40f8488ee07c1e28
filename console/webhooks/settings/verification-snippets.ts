/**
 * Generates code in six languages that verifies a delivery's signature (docs/specification.md, "Webhook
 * signature"). The code takes the raw body, the headers and the secret. It accepts both secrets during a
 * rotation and rejects deliveries that are more than five minutes old.
 */
import type { SnippetLanguage } from '../webhook-search.ts';

export const snippetTitles: Readonly<Record<SnippetLanguage, string>> = {
  node: 'Node.js',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  ruby: 'Ruby',
  java: 'Java',
};

export const snippets: Readonly<Record<SnippetLanguage, string>> = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(rawBody, headers, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= 300)) return false;

  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(rawBody).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  python: `import base64
import hashlib
import hmac
import time


def verify(raw_body: bytes, headers, secret: str) -> bool:
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    entries = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(entry, expected) for entry in entries])
`,
  go: `package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func Verify(rawBody []byte, headers http.Header, secret string) bool {
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, entry := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(entry), []byte(expected)) {
			return true
		}
	}
	return false
}
`,
  php: `<?php

function verify(string $rawBody, array $headers, string $secret): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = base64_decode(substr($secret, strlen('whsec_')));
    $digest = hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true);
    $expected = 'v1,' . base64_encode($digest);
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $entry) {
        if (hash_equals($expected, $entry)) {
            return true;
        }
    }
    return false;
}
`,
  ruby: `require 'base64'
require 'openssl'

def verify(raw_body, headers, secret)
  id = headers['webhook-id'].to_s
  timestamp = headers['webhook-timestamp'].to_s
  return false unless timestamp.match?(/\\A\\d+\\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix('whsec_'))
  signed = "#{id}.#{timestamp}.".b + raw_body.b
  digest = OpenSSL::HMAC.digest('SHA256', key, signed)
  expected = "v1,#{Base64.strict_encode64(digest)}"
  headers['webhook-signature'].to_s.split.any? do |entry|
    OpenSSL.secure_compare(entry, expected)
  end
end
`,
  java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class WebhookSignature {
    public static boolean verify(byte[] rawBody, Map<String, String> headers, String secret)
            throws GeneralSecurityException {
        String id = headers.getOrDefault("webhook-id", "");
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        if (!timestamp.matches("\\\\d{1,12}")) return false;
        long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(age) > 300) return false;

        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody));
        for (String entry : headers.getOrDefault("webhook-signature", "").split(" ")) {
            byte[] given = entry.getBytes(StandardCharsets.UTF_8);
            if (MessageDigest.isEqual(given, expected.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }
}
`,
};
