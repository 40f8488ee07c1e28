/** Explains what to do about each type of problem. Only pages that explain problem types load these texts. */
import type { Language } from '../core/text/language.ts';
import type { ProblemSlug } from '../core/errors/problem-slugs.ts';

type Remedies = Readonly<Record<ProblemSlug, string>>;

const en: Remedies = {
  'bad-body':
    'Send form data or a JSON object with the matching Content-Type header. The body can’t be empty.',
  'validation-failed': 'Correct each value listed in “errors”, then send the request again.',
  unauthorized: 'Send a valid key in the Authorization header, or sign in again.',
  forbidden: 'Use a key or a role with the required scope, or ask for a new link.',
  'account-suspended': 'Ask the service operator to resume the account.',
  'not-found': 'Check the address and the id, and check that the key belongs to the right account.',
  'method-not-allowed': 'Use one of the methods in the Allow header.',
  conflict: 'Get the current state, resolve the conflict, then send the request again.',
  'precondition-failed': 'Get the resource again, apply your change to it, and send its new tag in If-Match.',
  'body-too-large': 'Send a smaller body. Upload large files before you submit the form.',
  'unsupported-encoding': 'Send the body without compression, or use gzip, deflate or br.',
  'form-not-found':
    'Compare the address with the one in the console. The form may have been deleted, or its slug may have changed.',
  'form-not-live': 'Publish or resume the form in the console.',
  'replies-disabled':
    'Turn on “Replies” in the form’s e-mail settings (`replies.enabled`). If `email_enabled` is false, the operator must set up a mail sender first.',
  'invalid-key': 'Use a valid submission key of the form’s account, or submit the form without a key.',
  'origin-not-allowed':
    'Add the website’s origin, such as https://www.example.com, to the form’s allowed origins.',
  'webhook-loop': 'Point the webhook at your own program instead of a form.',
  'turnstile-failed':
    'Reload the page and try again. If that doesn’t help, check that the site key and the secret belong to the same widget.',
  'challenge-failed':
    'Get a new puzzle from the form’s /challenge address, solve it and submit the form again. On a web page, our script or ALTCHA’s widget does this.',
  'file-too-large': 'Send a smaller file, or ask the service operator for a plan with a higher limit.',
  'uploads-not-allowed': 'Remove the files, or ask the service operator for a plan that includes files.',
  'quota-exceeded': 'Wait until next month, or ask the service operator for a higher quota.',
  'rate-limited':
    'Wait as long as the Retry-After header says. If your server submits forms for many people, raise the form’s rate limit.',
  'internal-error':
    'Try again. If that doesn’t help, send the service operator the value of the x-request-id header.',
  unavailable:
    'Try again after the time in the Retry-After header. If you send the same idempotency key, nothing is stored twice.',
};

const de: Remedies = {
  'bad-body':
    'Senden Sie Formulardaten oder ein JSON-Objekt mit dem passenden Header Content-Type. Der Inhalt darf nicht leer sein.',
  'validation-failed':
    'Korrigieren Sie jeden Wert, der unter „errors“ steht, und senden Sie die Anfrage erneut.',
  unauthorized: 'Senden Sie einen gültigen Schlüssel im Header Authorization oder melden Sie sich neu an.',
  forbidden:
    'Verwenden Sie einen Schlüssel oder eine Rolle mit der nötigen Berechtigung oder fordern Sie einen neuen Link an.',
  'account-suspended': 'Bitten Sie den Betreiber dieses Dienstes, das Konto zu entsperren.',
  'not-found':
    'Prüfen Sie die Adresse und die ID. Prüfen Sie auch, ob der Schlüssel zum richtigen Konto gehört.',
  'method-not-allowed': 'Verwenden Sie eine der Methoden aus dem Header Allow.',
  conflict: 'Rufen Sie den aktuellen Zustand ab, beheben Sie den Konflikt und senden Sie die Anfrage erneut.',
  'precondition-failed':
    'Rufen Sie die Ressource erneut ab, wenden Sie Ihre Änderung darauf an und senden Sie das neue ETag in If-Match.',
  'body-too-large':
    'Senden Sie weniger Daten. Laden Sie große Dateien hoch, bevor Sie das Formular absenden.',
  'unsupported-encoding': 'Senden Sie den Inhalt ohne Komprimierung oder mit gzip, deflate oder br.',
  'form-not-found':
    'Vergleichen Sie die Adresse mit der in der Konsole. Vielleicht wurde das Formular gelöscht oder sein URL-Slug geändert.',
  'form-not-live': 'Aktivieren Sie das Formular in der Konsole.',
  'replies-disabled':
    'Schalten Sie in den E-Mail-Einstellungen des Formulars „Antworten“ ein (`replies.enabled`). Wenn `email_enabled` false ist, muss der Betreiber zuerst einen Absender einrichten.',
  'invalid-key':
    'Verwenden Sie einen gültigen Einsendeschlüssel des Kontos, zu dem das Formular gehört, oder senden Sie das Formular ohne Schlüssel ab.',
  'origin-not-allowed':
    'Tragen Sie die Website bei den erlaubten Websites des Formulars ein, zum Beispiel https://www.example.com.',
  'webhook-loop': 'Geben Sie als Ziel des Webhooks Ihr eigenes Programm statt eines Formulars an.',
  'turnstile-failed':
    'Laden Sie die Seite neu und versuchen Sie es noch einmal. Hilft das nicht, prüfen Sie, ob Websiteschlüssel und geheimer Schlüssel zum selben Widget gehören.',
  'challenge-failed':
    'Rufen Sie eine neue Aufgabe unter der /challenge-Adresse des Formulars ab, lösen Sie sie und senden Sie das Formular erneut. Auf einer Webseite erledigt das unser Skript oder das Widget von ALTCHA.',
  'file-too-large':
    'Senden Sie eine kleinere Datei oder bitten Sie den Betreiber dieses Dienstes um einen Tarif mit höherem Limit.',
  'uploads-not-allowed':
    'Entfernen Sie die Dateien oder bitten Sie den Betreiber dieses Dienstes um einen Tarif, der Dateien umfasst.',
  'quota-exceeded':
    'Warten Sie bis zum nächsten Monat oder bitten Sie den Betreiber dieses Dienstes um ein höheres Kontingent.',
  'rate-limited':
    'Warten Sie so lange, wie der Header Retry-After angibt. Wenn Ihr Server Formulare für viele Personen absendet, erhöhen Sie das Limit des Formulars.',
  'internal-error':
    'Versuchen Sie es erneut. Hilft das nicht, nennen Sie dem Betreiber dieses Dienstes den Wert des Headers x-request-id.',
  unavailable:
    'Versuchen Sie es nach der Zeit im Header Retry-After erneut. Mit demselben Idempotenzschlüssel wird nichts doppelt gespeichert.',
};

const es: Remedies = {
  'bad-body':
    'Envíe datos de formulario o un objeto JSON con la cabecera Content-Type correspondiente. El contenido no puede estar vacío.',
  'validation-failed': 'Corrija cada valor que aparece en «errors» y vuelva a enviar la solicitud.',
  unauthorized: 'Envíe una clave válida en la cabecera Authorization o vuelva a iniciar sesión.',
  forbidden: 'Use una clave o un rol con los permisos necesarios, o pida un enlace nuevo.',
  'account-suspended': 'Pida al administrador de este servicio que reactive la cuenta.',
  'not-found': 'Compruebe la dirección y el identificador, y que la clave sea de la cuenta correcta.',
  'method-not-allowed': 'Use uno de los métodos que indica la cabecera Allow.',
  conflict: 'Consulte el estado actual, resuelva el conflicto y vuelva a enviar la solicitud.',
  'precondition-failed': 'Vuelva a leer el recurso, aplique su cambio y envíe el nuevo ETag en If-Match.',
  'body-too-large': 'Envíe menos datos. Suba los archivos grandes antes de enviar el formulario.',
  'unsupported-encoding': 'Envíe el contenido sin comprimir, o con gzip, deflate o br.',
  'form-not-found':
    'Compare la dirección con la que muestra la consola. Puede que el formulario se haya eliminado o que haya cambiado su slug.',
  'form-not-live': 'Active el formulario en la consola.',
  'replies-disabled':
    'Active «Respuestas» en los ajustes de correo del formulario (`replies.enabled`). Si `email_enabled` es false, el administrador debe configurar antes un remitente.',
  'invalid-key':
    'Use una clave de envío válida de la cuenta del formulario, o envíe el formulario sin clave.',
  'origin-not-allowed':
    'Añada el sitio web, por ejemplo https://www.example.com, a los sitios permitidos del formulario.',
  'webhook-loop': 'Dirija el webhook a su propio programa en lugar de a un formulario.',
  'turnstile-failed':
    'Recargue la página e inténtelo de nuevo. Si no funciona, compruebe que la clave del sitio y la clave secreta sean del mismo widget.',
  'challenge-failed':
    'Obtenga un reto nuevo en la dirección del formulario seguida de /challenge, resuélvalo y envíe el formulario de nuevo. En una página web lo hace nuestro script o el widget de ALTCHA.',
  'file-too-large': 'Envíe un archivo más pequeño o pida al administrador un plan con un límite mayor.',
  'uploads-not-allowed': 'Quite los archivos o pida al administrador un plan que los incluya.',
  'quota-exceeded': 'Espere al mes que viene o pida al administrador una cuota mayor.',
  'rate-limited':
    'Espere el tiempo que indica la cabecera Retry-After. Si su servidor envía formularios en nombre de muchas personas, aumente el límite de envíos del formulario.',
  'internal-error':
    'Inténtelo de nuevo. Si no funciona, indique al administrador el valor de la cabecera x-request-id.',
  unavailable:
    'Inténtelo de nuevo cuando pase el tiempo que indica la cabecera Retry-After. Con la misma clave de idempotencia no se guarda nada dos veces.',
};

const it: Remedies = {
  'bad-body':
    'Invii i dati di un modulo o un oggetto JSON con l’intestazione Content-Type corrispondente. Il contenuto non può essere vuoto.',
  'validation-failed': 'Corregga ogni valore indicato in «errors», poi invii di nuovo la richiesta.',
  unauthorized: 'Invii una chiave valida nell’intestazione Authorization oppure acceda di nuovo.',
  forbidden: 'Usi una chiave o un ruolo con i permessi necessari, oppure chieda un nuovo link.',
  'account-suspended': 'Chieda al gestore di questo servizio di riattivare l’account.',
  'not-found': 'Controlli l’indirizzo e l’ID, e che la chiave sia dell’account giusto.',
  'method-not-allowed': 'Usi uno dei metodi elencati nell’intestazione Allow.',
  conflict: 'Legga lo stato attuale, risolva il conflitto e invii di nuovo la richiesta.',
  'precondition-failed': 'Legga di nuovo la risorsa, applichi la modifica e invii il nuovo ETag in If-Match.',
  'body-too-large': 'Invii meno dati. Carichi i file grandi prima di inviare il modulo.',
  'unsupported-encoding': 'Invii il contenuto senza compressione, oppure con gzip, deflate o br.',
  'form-not-found':
    'Confronti l’indirizzo con quello nella console. Forse il modulo è stato eliminato o il suo slug è cambiato.',
  'form-not-live': 'Attivi il modulo nella console.',
  'replies-disabled':
    'Attivi «Risposte» nelle impostazioni email del modulo (`replies.enabled`). Se `email_enabled` è false, il gestore deve prima configurare un mittente.',
  'invalid-key':
    'Usi una chiave di invio valida dell’account del modulo, oppure invii il modulo senza chiave.',
  'origin-not-allowed':
    'Aggiunga il sito, ad esempio https://www.example.com, ai siti consentiti del modulo.',
  'webhook-loop': 'Indichi come destinazione del webhook un suo programma invece di un modulo.',
  'turnstile-failed':
    'Ricarichi la pagina e riprovi. Se non basta, controlli che la chiave del sito e la chiave segreta appartengano allo stesso widget.',
  'challenge-failed':
    'Richieda un nuovo calcolo di verifica all’indirizzo del modulo seguito da /challenge, lo esegua e invii di nuovo il modulo. In una pagina web se ne occupa il nostro script o il widget di ALTCHA.',
  'file-too-large': 'Invii un file più piccolo oppure chieda al gestore un piano con un limite più alto.',
  'uploads-not-allowed': 'Rimuova i file oppure chieda al gestore un piano che li preveda.',
  'quota-exceeded': 'Attenda il mese prossimo oppure chieda al gestore una quota maggiore.',
  'rate-limited':
    'Attenda il tempo indicato nell’intestazione Retry-After. Se il suo server invia moduli per conto di molte persone, aumenti il limite di invii del modulo.',
  'internal-error': 'Riprovi. Se non basta, comunichi al gestore il valore dell’intestazione x-request-id.',
  unavailable:
    'Riprovi dopo il tempo indicato nell’intestazione Retry-After. Con la stessa chiave di idempotenza non viene salvato nulla due volte.',
};

const ru: Remedies = {
  'bad-body':
    'Отправьте данные формы или объект JSON с подходящим заголовком Content-Type. Тело запроса не должно быть пустым.',
  'validation-failed': 'Исправьте каждое значение из списка «errors» и отправьте запрос ещё раз.',
  unauthorized: 'Укажите действительный ключ в заголовке Authorization или войдите снова.',
  forbidden: 'Используйте ключ или роль с нужными правами либо запросите новую ссылку.',
  'account-suspended': 'Попросите администратора сервиса разблокировать аккаунт.',
  'not-found': 'Проверьте адрес и ID. Убедитесь, что ключ принадлежит нужному аккаунту.',
  'method-not-allowed': 'Используйте один из методов, указанных в заголовке Allow.',
  conflict: 'Запросите текущее состояние, устраните конфликт и отправьте запрос ещё раз.',
  'precondition-failed':
    'Прочитайте ресурс снова, внесите изменение и передайте новый ETag в заголовке If-Match.',
  'body-too-large': 'Уменьшите тело запроса. Большие файлы загружайте до отправки формы.',
  'unsupported-encoding': 'Отправьте тело запроса без сжатия или используйте gzip, deflate или br.',
  'form-not-found':
    'Сравните адрес с адресом в консоли. Возможно, форма удалена или её имя в URL изменилось.',
  'form-not-live': 'Включите форму в консоли.',
  'replies-disabled':
    'Включите ответы из консоли в разделе «Письма» настроек формы (`replies.enabled`). Если `email_enabled` равно false, администратор должен сначала настроить отправителя.',
  'invalid-key': 'Используйте действительный ключ отправки того же аккаунта или отправляйте без ключа.',
  'origin-not-allowed': 'Добавьте сайт, например https://www.example.com, в список разрешённых сайтов формы.',
  'webhook-loop': 'Укажите в вебхуке адрес своей программы, а не формы.',
  'turnstile-failed':
    'Обновите страницу и попробуйте ещё раз. Если не помогло, проверьте, что ключ сайта и секретный ключ относятся к одному виджету.',
  'challenge-failed':
    'Получите новую задачу по адресу формы, добавив к нему /challenge, решите её и отправьте форму ещё раз. На веб-странице это делает наш скрипт или виджет ALTCHA.',
  'file-too-large': 'Отправьте файл меньшего размера или попросите у администратора тариф с большим лимитом.',
  'uploads-not-allowed': 'Уберите файлы или попросите у администратора тариф, в который они входят.',
  'quota-exceeded': 'Дождитесь следующего месяца или попросите администратора увеличить квоту.',
  'rate-limited':
    'Подождите столько, сколько указано в заголовке Retry-After. Если ваш сервер отправляет заявки от имени многих людей, увеличьте лимит формы.',
  'internal-error':
    'Повторите попытку. Если не помогло, сообщите администратору значение заголовка x-request-id.',
  unavailable:
    'Повторите попытку через время, указанное в заголовке Retry-After. Если ключ идемпотентности тот же, ничего не сохранится дважды.',
};

/** What to do about each type of problem, by language. */
export const remedies: Readonly<Record<Language, Remedies>> = { en, de, es, it, ru };
