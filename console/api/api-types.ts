/** API types, generated from the OpenAPI document by `npm run generate`. Do not edit. */
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/f/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/p/{project}/f/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitProjectForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitNamedForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ajax/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitAjaxForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/f/{slug}/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/f/{slug}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/f/{slug}/thanks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getThanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/f/{slug}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFormPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listForms"];
        put?: never;
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getForm"];
        put?: never;
        post?: never;
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        patch: operations["updateForm"];
        trace?: never;
    };
    "/v1/forms/{id}/recipients/{address}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/recipients/{address}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPreview"];
        put?: never;
        post: operations["previewDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/confirmations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConfirmation"];
        put?: never;
        post: operations["confirmRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unsubscriptions/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUnsubscription"];
        put?: never;
        post: operations["unsubscribeRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAllSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/submissions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAllSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubmission"];
        put?: never;
        post?: never;
        delete: operations["deleteSubmission"];
        options?: never;
        head?: never;
        patch: operations["updateSubmission"];
        trace?: never;
    };
    "/v1/submissions/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{id}/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/submissions/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeFormSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBulkJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/filters/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testFormFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/filters/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-jobs/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoBulkJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDataRequests"];
        put?: never;
        post: operations["createDataRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDataRequest"];
        put?: never;
        post?: never;
        delete: operations["cancelDataRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data-requests/{id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDataRequestMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data-requests/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmDataRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assignees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAssignees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLabels"];
        put?: never;
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        patch: operations["updateLabel"];
        trace?: never;
    };
    "/v1/submissions/{id}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReplies"];
        put?: never;
        post: operations["createReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{id}/replies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewReply"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reply-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReplyTemplates"];
        put?: never;
        post: operations["createReplyTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reply-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteReplyTemplate"];
        options?: never;
        head?: never;
        patch: operations["updateReplyTemplate"];
        trace?: never;
    };
    "/v1/forms/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccountWebhooks"];
        put?: never;
        post: operations["createAccountWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recoveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recoveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRecoveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{locale}/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{locale}/api/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{locale}/api/drive/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDrive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rollApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOauthClients"];
        put?: never;
        post: operations["createOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOauthClient"];
        put?: never;
        post?: never;
        delete: operations["deleteOauthClient"];
        options?: never;
        head?: never;
        patch: operations["updateOauthClient"];
        trace?: never;
    };
    "/v1/oauth-clients/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateOauthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMembers"];
        put?: never;
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch: operations["updateMember"];
        trace?: never;
    };
    "/v1/members/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endMemberSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["askConsent"];
        put?: never;
        post: operations["answerConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOauthMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProtectedResourceOfMcp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapiYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLlms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFormScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embed.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEmbedScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/problems/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProblemType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConsole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["startSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["finishSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["signOutOfIssuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "submission.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onSubmissionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "submission.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onSubmissionUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "submission.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onSubmissionDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onDeliveryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        PreviewDraft: {
            name?: string;
            language?: "en" | "de" | "es" | "it" | "ru" | null;
            time_zone?: string | null;
            thank_you?: {
                heading?: string | null;
                text?: string | null;
                link?: string | null;
            } | null;
            brand?: {
                name?: string | null;
                logo_url?: string | null;
                color?: string | null;
            } | null;
            notify_subject?: string | null;
            autoresponder?: {
                enabled?: boolean;
                subject?: string;
                text?: string;
            } | null;
            fields?: {
                name: string;
                label?: string;
                type: "text" | "email" | "url" | "tel" | "number" | "date" | "choice" | "choices" | "checkbox" | "file";
                required?: boolean;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                options?: string[];
                min?: unknown;
                max?: unknown;
                step?: number;
                accept?: string;
                max_files?: number;
                help?: string;
                placeholder?: string;
                multiline?: boolean;
                autocomplete?: string;
            }[] | null;
            page?: {
                enabled?: boolean;
                title?: string | null;
                intro?: string | null;
                submit_label?: string | null;
                closed_text?: string | null;
                index?: boolean;
                frame_origins?: string[];
            } | null;
            values?: {
                [key: string]: string;
            };
        };
        Preview: {
            subject: string | null;
            html: string;
            errors: {
                path: string;
                code: string;
                message: string;
            }[];
        };
        Fields: {
            data: {
                name: string;
                label?: string;
                type: "text" | "email" | "url" | "tel" | "number" | "date" | "choice" | "choices" | "checkbox" | "file";
                required?: boolean;
                options?: string[];
                example: string;
                submissions: number;
            }[];
        };
        Statistics: {
            form_id: string;
            days: number;
            received: number;
            spam: number;
            unread: number;
            webhooks: {
                succeeded: number;
                failed: number;
                filtered: number;
            };
            emails: {
                sent: number;
                delivered: number;
                bounced: number;
                complained: number;
                skipped: number;
            };
            refused: {
                reason: "validation-failed" | "rate-limited" | "quota-exceeded" | "turnstile-failed" | "challenge-failed" | "origin-not-allowed" | "form-not-live" | "body-too-large" | "file-too-large" | "uploads-not-allowed" | "bad-body" | "unsupported-encoding" | "invalid-key" | "webhook-loop";
                count: number;
            }[];
            views: number;
            views_conversion: number | null;
            spam_learning: {
                spam: number;
                good: number;
                needed: number;
            };
            by_day: {
                date: string;
                received: number;
                spam: number;
                unread: number;
                webhooks: {
                    succeeded: number;
                    failed: number;
                    filtered: number;
                };
                emails: {
                    sent: number;
                    delivered: number;
                    bounced: number;
                    complained: number;
                    skipped: number;
                };
                refused: {
                    reason: "validation-failed" | "rate-limited" | "quota-exceeded" | "turnstile-failed" | "challenge-failed" | "origin-not-allowed" | "form-not-live" | "body-too-large" | "file-too-large" | "uploads-not-allowed" | "bad-body" | "unsupported-encoding" | "invalid-key" | "webhook-loop";
                    count: number;
                }[];
                views: number;
                views_conversion: number | null;
            }[];
        };
        Form: {
            id: string;
            slug: string;
            name: string;
            status: "draft" | "live" | "paused";
            honeypot_field: string;
            challenge: {
                enabled: boolean;
                provider: "turnstile" | "proof-of-work";
                site_key: string | null;
                difficulty: "low" | "normal" | "high";
            };
            rate_limit: number;
            notify_emails: {
                address: string;
                readonly status: "pending" | "confirmed" | "unsubscribed" | "bounced" | "complained";
                filter?: {
                    all?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                    any?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                } | null;
            }[];
            autoresponder?: {
                enabled: boolean;
                subject: string;
                text: string;
            } | null;
            readonly warnings: {
                code: "autoresponder-echoes-without-challenge" | "no-confirmed-recipient" | "notify-subject-unknown-field";
                message: string;
            }[];
            readonly email_enabled: boolean;
            redirect_url: string | null;
            allowed_origins: string[];
            retention_days: number | null;
            readonly counts: {
                unread: number;
                open: number;
                received_30d: number;
                spam_30d: number;
            };
            language?: "en" | "de" | "es" | "it" | "ru" | null;
            thank_you: {
                heading: string | null;
                text: string | null;
                link: string | null;
            };
            brand: {
                name: string | null;
                logo_url: string | null;
                color: string | null;
            };
            page: {
                enabled: boolean;
                title: string | null;
                intro: string | null;
                submit_label: string | null;
                closed_text: string | null;
                index: boolean;
                frame_origins: string[];
            };
            notify_subject: string | null;
            fields: {
                name: string;
                label?: string;
                type: "text" | "email" | "url" | "tel" | "number" | "date" | "choice" | "choices" | "checkbox" | "file";
                required?: boolean;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                options?: string[];
                min?: unknown;
                max?: unknown;
                step?: number;
                accept?: string;
                max_files?: number;
                help?: string;
                placeholder?: string;
                multiline?: boolean;
                autocomplete?: string;
            }[];
            unknown_fields: "keep" | "drop" | "refuse";
            conventions: "none" | "formspree" | "web3forms" | "netlify" | "basin" | "getform" | "formsubmit" | "staticforms";
            spam: {
                threshold: number;
                mode: "observe" | "file";
                blocked: string[];
                allowed: string[];
            };
            replies: {
                enabled: boolean;
                reply_to: string | null;
            };
            time_zone: string | null;
            weekly_spam_summary: boolean;
            managed_by: string | null;
            created_at: string;
            updated_at: string;
        };
        Recipient: {
            address: string;
            readonly status: "pending" | "confirmed" | "unsubscribed" | "bounced" | "complained";
        };
        FormInput: {
            name: string;
            slug?: string;
            status?: "draft" | "live" | "paused";
            honeypot_field?: string | null;
            challenge?: {
                enabled?: boolean;
                provider?: "turnstile" | "proof-of-work";
                site_key?: string | null;
                secret?: string;
                difficulty?: "low" | "normal" | "high";
            };
            rate_limit?: number;
            notify_emails?: (string | {
                address: string;
                status?: "pending" | "confirmed" | "unsubscribed" | "bounced" | "complained";
                filter?: {
                    all?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                    any?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                } | null;
            })[];
            autoresponder?: {
                enabled?: boolean;
                subject: string;
                text: string;
            } | null;
            redirect_url?: string | null;
            allowed_origins?: string[];
            retention_days?: number | null;
            language?: "en" | "de" | "es" | "it" | "ru" | null;
            thank_you?: {
                heading?: string | null;
                text?: string | null;
                link?: string | null;
            } | null;
            brand?: {
                name?: string | null;
                logo_url?: string | null;
                color?: string | null;
            } | null;
            page?: {
                enabled?: boolean;
                title?: string | null;
                intro?: string | null;
                submit_label?: string | null;
                closed_text?: string | null;
                index?: boolean;
                frame_origins?: string[];
            } | null;
            notify_subject?: string | null;
            fields?: {
                name: string;
                label?: string;
                type: "text" | "email" | "url" | "tel" | "number" | "date" | "choice" | "choices" | "checkbox" | "file";
                required?: boolean;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                options?: string[];
                min?: unknown;
                max?: unknown;
                step?: number;
                accept?: string;
                max_files?: number;
                help?: string;
                placeholder?: string;
                multiline?: boolean;
                autocomplete?: string;
            }[] | null;
            unknown_fields?: "keep" | "drop" | "refuse";
            conventions?: "none" | "formspree" | "web3forms" | "netlify" | "basin" | "getform" | "formsubmit" | "staticforms";
            spam?: {
                threshold?: number;
                mode?: "observe" | "file";
                blocked?: string[];
                allowed?: string[];
            } | null;
            replies?: {
                enabled?: boolean;
                reply_to?: string | null;
            } | null;
            time_zone?: string | null;
            weekly_spam_summary?: boolean;
            managed_by?: string | null;
        };
        LinkForm: {
            "List-Unsubscribe"?: string;
        } & {
            [key: string]: unknown;
        };
        FormPatch: {
            name?: string;
            slug?: string;
            status?: "draft" | "live" | "paused";
            honeypot_field?: string | null;
            challenge?: {
                enabled?: boolean;
                provider?: "turnstile" | "proof-of-work";
                site_key?: string | null;
                secret?: string;
                difficulty?: "low" | "normal" | "high";
            };
            rate_limit?: number;
            notify_emails?: (string | {
                address: string;
                status?: "pending" | "confirmed" | "unsubscribed" | "bounced" | "complained";
                filter?: {
                    all?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                    any?: {
                        field: string;
                        op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                        value?: string | number | unknown[];
                    }[];
                } | null;
            })[];
            autoresponder?: {
                enabled?: boolean;
                subject?: string;
                text?: string;
            } | null;
            redirect_url?: string | null;
            allowed_origins?: string[];
            retention_days?: number | null;
            language?: "en" | "de" | "es" | "it" | "ru" | null;
            thank_you?: {
                heading?: string | null;
                text?: string | null;
                link?: string | null;
            } | null;
            brand?: {
                name?: string | null;
                logo_url?: string | null;
                color?: string | null;
            } | null;
            page?: {
                enabled?: boolean;
                title?: string | null;
                intro?: string | null;
                submit_label?: string | null;
                closed_text?: string | null;
                index?: boolean;
                frame_origins?: string[];
            } | null;
            notify_subject?: string | null;
            fields?: {
                name: string;
                label?: string;
                type: "text" | "email" | "url" | "tel" | "number" | "date" | "choice" | "choices" | "checkbox" | "file";
                required?: boolean;
                min_length?: number;
                max_length?: number;
                pattern?: string;
                options?: string[];
                min?: unknown;
                max?: unknown;
                step?: number;
                accept?: string;
                max_files?: number;
                help?: string;
                placeholder?: string;
                multiline?: boolean;
                autocomplete?: string;
            }[] | null;
            unknown_fields?: "keep" | "drop" | "refuse";
            conventions?: "none" | "formspree" | "web3forms" | "netlify" | "basin" | "getform" | "formsubmit" | "staticforms";
            spam?: {
                threshold?: number;
                mode?: "observe" | "file";
                blocked?: string[];
                allowed?: string[];
            } | null;
            replies?: {
                enabled?: boolean;
                reply_to?: string | null;
            } | null;
            time_zone?: string | null;
            weekly_spam_summary?: boolean;
            managed_by?: string | null;
        };
        PostedFields: {
            [key: string]: string;
        };
        PostedMembers: {
            [key: string]: unknown;
        };
        PostedParts: {
            [key: string]: unknown;
        };
        UploadInput: {
            field: string;
            name: string;
            content_type?: string;
            size: number;
        };
        Puzzle: {
            algorithm: "SHA-256";
            challenge: string;
            salt: string;
            signature: string;
            maxnumber: number;
        };
        Upload: {
            upload_id: string;
            url: string;
            fields: {
                [key: string]: string;
            };
            expires_at: string;
        };
        SubmissionPatch: {
            status?: "received" | "spam";
            read?: boolean;
            starred?: boolean;
            handled?: boolean;
            assignee?: string | null;
            labels?: string[];
            note?: string | null;
        };
        BulkInput: {
            action: "read" | "unread" | "star" | "unstar" | "handle" | "unhandle" | "assign" | "label" | "unlabel" | "spam" | "release" | "delete";
            assignee?: string | null;
            labels?: string[];
            ids?: string[];
            filter?: components["schemas"]["BulkFilter"];
        };
        BulkFilter: {
            status?: "received" | "spam";
            since?: string;
            until?: string;
            read?: unknown;
            starred?: unknown;
            handled?: unknown;
            assignee?: string;
            label?: string;
            has_files?: unknown;
            q?: string;
        };
        BulkByFilterInput: {
            action: "read" | "unread" | "star" | "unstar" | "handle" | "unhandle" | "assign" | "label" | "unlabel" | "spam" | "release" | "delete";
            assignee?: string | null;
            labels?: string[];
            filter: components["schemas"]["BulkFilter"];
        };
        FilterTrialInput: {
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
        };
        FilterTrial: {
            data: {
                submission_id: string;
                form_id: string;
                received_at: string;
                matches: boolean;
                conditions: boolean[];
            }[];
            matched: number;
            tested: number;
        };
        BulkJob: {
            id: string;
            status: "waiting" | "running" | "finished" | "undone" | "failed";
            action: "read" | "unread" | "star" | "unstar" | "handle" | "unhandle" | "assign" | "label" | "unlabel" | "spam" | "release" | "delete";
            matched: number;
            done: number;
            undo_until: string;
        };
        LabelInput: {
            name: string;
            color: string;
        };
        LabelPatch: {
            name?: string;
            color?: string;
        };
        Label: {
            id: string;
            name: string;
            color: string;
        };
        Labels: {
            data: components["schemas"]["Label"][];
        };
        Assignees: {
            data: {
                id: string;
                name: string;
                form_ids: string[] | null;
            }[];
        };
        BulkResult: {
            data: {
                id: string;
                ok: boolean;
                problem?: {
                    type: string;
                    code: "bad-body" | "validation-failed" | "unauthorized" | "forbidden" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "precondition-failed" | "body-too-large" | "unsupported-encoding" | "form-not-found" | "form-not-live" | "replies-disabled" | "invalid-key" | "origin-not-allowed" | "webhook-loop" | "turnstile-failed" | "challenge-failed" | "file-too-large" | "uploads-not-allowed" | "quota-exceeded" | "rate-limited" | "internal-error" | "unavailable";
                    title: string;
                    status: number;
                    detail: string;
                } & {
                    [key: string]: unknown;
                };
            }[];
        };
        Attachment: {
            field: string;
            name: string;
            content_type: string;
            size: number;
            id: string;
            url: string;
        };
        PostedSubmission: {
            id: string;
            form_id: string;
            received_at: string;
            status: "received" | "spam";
            files: number;
            attachments: components["schemas"]["Attachment"][];
            payload: {
                [key: string]: string;
            };
        };
        Submission: {
            id: string;
            form_id: string;
            received_at: string;
            status: "received" | "spam";
            files: number;
            attachments: components["schemas"]["Attachment"][];
            payload: {
                [key: string]: string;
            };
            read_at: string | null;
            handled_at: string | null;
            assignee?: {
                id: string;
                name: string;
            } | null;
            labels: components["schemas"]["Label"][];
            starred: boolean;
            note: string | null;
            source: {
                page: string | null;
                referrer: string | null;
                language: string | null;
                imported_from?: string;
                imported_at?: string;
            };
            spam: {
                score: number;
                reasons: {
                    code: string;
                    points: number;
                    detail: string;
                }[];
            };
            warnings: {
                code: "file-name-only";
                field: string;
                message: string;
            }[];
        };
        Timeline: {
            data: ({
                at: string;
                type: "stored";
            } | {
                at: string;
                type: "email";
                kind: "notification" | "autoresponse";
                recipient: string;
                status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped";
                reason: string | null;
            } | {
                at: string;
                type: "reply";
                reply_id: string;
                recipient: string;
                subject: string;
                status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped";
                reason: string | null;
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            } | {
                at: string;
                type: "webhook";
                webhook_id: string;
                status?: "filtered";
                delivery_id?: string;
                attempt?: number;
                status_code?: number;
                error?: string | null;
                error_code?: "host-not-found" | "dns-unavailable" | "private-address" | "connection-refused" | "connection-closed" | "connection-timeout" | "unreachable" | "certificate-expired" | "certificate-not-yet-valid" | "certificate-wrong-host" | "certificate-self-signed" | "certificate-untrusted" | "tls-failed" | "invalid-http" | "headers-too-large" | "wrong-content-length" | "interrupted" | "outcome-unknown" | "webhook-deleted" | "webhook-disabled" | "account-suspended" | "submission-unavailable" | "timeout" | "redirect" | "http-status" | "invalid-url" | "request-failed";
            } | {
                at: string;
                type: "status";
                status: "received" | "spam";
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            } | {
                at: string;
                type: "handled";
                handled: boolean;
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            } | {
                at: string;
                type: "assignee";
                assignee?: {
                    id: string;
                    name: string;
                } | null;
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            } | {
                at: string;
                type: "labels";
                labels: components["schemas"]["Label"][];
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            } | {
                at: string;
                type: "note";
                action: "set" | "removed";
                actor: {
                    type: "key" | "token" | "member" | "operator" | "service";
                    id: string;
                    name: string;
                };
            })[];
        };
        SubmissionPage: {
            data: (components["schemas"]["Submission"] | components["schemas"]["SubmissionCreatedEvent"])[];
            next_cursor: string | null;
            searched_until?: string;
        };
        TakenResponse: {
            received_at?: string;
            files?: number;
            id: string;
            status: "received";
            idempotent_replay?: boolean;
            success: unknown;
            message: string;
            next: string;
        };
        FormProblem: {
            type: string;
            code: "bad-body" | "validation-failed" | "unauthorized" | "forbidden" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "precondition-failed" | "body-too-large" | "unsupported-encoding" | "form-not-found" | "form-not-live" | "replies-disabled" | "invalid-key" | "origin-not-allowed" | "webhook-loop" | "turnstile-failed" | "challenge-failed" | "file-too-large" | "uploads-not-allowed" | "quota-exceeded" | "rate-limited" | "internal-error" | "unavailable";
            title: string;
            status: number;
            detail: string;
            error?: string;
            message?: string;
            errors?: {
                path: string;
                field?: string;
                code?: string;
                message: string;
            }[];
            errors_omitted?: number;
            limit?: number;
            max_file_bytes?: number;
        };
        SubmitResponse: {
            received_at?: string;
            files?: number;
            id?: string;
            status: "received" | "accepted";
            idempotent_replay?: boolean;
            success?: unknown;
            message?: string;
            next?: string;
            ok?: boolean;
        };
        DataRequestInput: {
            kind: "export" | "erase";
            email?: string;
            terms?: string[];
            note?: string;
        };
        DataRequestCounts: {
            submissions: number;
            spam: number;
            files: number;
            emails: number;
            deliveries: number;
            recipients: number;
        };
        DataRequestCopies: {
            webhooks: {
                webhook_id: string;
                host: string | null;
                deliveries: number;
            }[];
            recipients: {
                address: string;
                emails: number;
            }[];
            connections: {
                connection_id: string;
                name: string;
                deliveries: number;
            }[];
        };
        DataRequestCertificate: {
            digest: string;
            kind: "export" | "erase";
            counts: components["schemas"]["DataRequestCounts"];
            searched_until: string;
            finished_at: string;
            remains: {
                what: string;
                until: string;
            }[];
            told: components["schemas"]["DataRequestCopies"];
        };
        DataRequestMatch: {
            submission_id: string;
            form_id: string;
            received_at: string;
            status: "received" | "spam";
            fields: string[];
        };
        DataRequest: {
            id: string;
            kind: "export" | "erase";
            email: string | null;
            terms: string[] | null;
            note: string | null;
            status: "searching" | "ready" | "packing" | "erasing" | "finished" | "cancelled" | "failed";
            reason: string | null;
            created_at: string;
            searched_until: string;
            counts: components["schemas"]["DataRequestCounts"];
            forms: {
                form_id: string;
                name: string;
                submissions: number;
            }[];
            told: components["schemas"]["DataRequestCopies"];
            unchanged?: {
                members: number;
                spam_lists: {
                    form_id: string;
                    list: "blocked" | "allowed";
                }[];
            } | null;
            download_url?: string;
            certificate?: components["schemas"]["DataRequestCertificate"];
            finished_at: string | null;
        };
        ImportInput: {
            format: "csv" | "ndjson";
            from?: "formspree" | "netlify" | "basin" | "getform" | "web3forms" | "typeform" | "svc";
            mapping?: {
                [key: string]: string | null;
            };
            time_zone?: string;
            dry_run: boolean;
        };
        ImportRowError: {
            row: number;
            column: string | null;
            message: string;
        };
        ImportPreviewRow: {
            row: number;
            received_at: string;
            status: "received" | "spam";
            note: string | null;
            payload: {
                [key: string]: string;
            };
        };
        ImportedFile: {
            encoding: "utf-8" | "windows-1252";
            delimiter?: "," | ";" | "\t" | null;
        };
        Import: {
            id: string;
            form_id: string;
            status: "waiting" | "checking" | "ready" | "importing" | "finished" | "failed";
            reason: string | null;
            format: "csv" | "ndjson";
            from?: "formspree" | "netlify" | "basin" | "getform" | "web3forms" | "typeform" | "svc" | null;
            dry_run: boolean;
            rows: number;
            imported: number;
            skipped: number;
            spam: number;
            expiring: number;
            errors: components["schemas"]["ImportRowError"][];
            mapping: {
                [key: string]: string | null;
            };
            preview: components["schemas"]["ImportPreviewRow"][];
            detected?: components["schemas"]["ImportedFile"];
            created_at: string;
            finished_at: string | null;
        };
        CreatedImport: {
            id: string;
            form_id: string;
            status: "waiting" | "checking" | "ready" | "importing" | "finished" | "failed";
            reason: string | null;
            format: "csv" | "ndjson";
            from?: "formspree" | "netlify" | "basin" | "getform" | "web3forms" | "typeform" | "svc" | null;
            dry_run: boolean;
            rows: number;
            imported: number;
            skipped: number;
            spam: number;
            expiring: number;
            errors: components["schemas"]["ImportRowError"][];
            mapping: {
                [key: string]: string | null;
            };
            preview: components["schemas"]["ImportPreviewRow"][];
            detected?: components["schemas"]["ImportedFile"];
            created_at: string;
            finished_at: string | null;
            upload: {
                url: string;
                fields: {
                    [key: string]: string;
                };
                max_bytes: number;
            };
        };
        ReplyInput: {
            subject?: string;
            text: string;
        };
        Reply: {
            id: string;
            status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "skipped";
            reason: string | null;
            to: string;
            reply_to: string | null;
            subject: string;
            text: string;
            actor: {
                type: "key" | "token" | "member" | "operator" | "service";
                id: string;
                name: string;
            };
            created_at: string;
        };
        ReplyPreview: {
            from_name: string;
            to: string | null;
            reply_to: string | null;
            subject: string;
        };
        ReplyTemplateInput: {
            name: string;
            subject?: string | null;
            text: string;
        };
        ReplyTemplatePatch: {
            name?: string;
            subject?: string | null;
            text?: string;
        };
        ReplyTemplate: {
            id: string;
            name: string;
            subject: string | null;
            text: string;
        };
        WebhookInput: {
            url: string;
            name?: string | null;
            headers?: {
                [key: string]: string;
            };
            format?: "standard" | "slack" | "discord" | "teams";
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
            signing?: "hmac" | "hmac+ed25519";
            auto_recover?: boolean;
            events?: ("submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed")[];
        };
        AccountWebhookInput: {
            url: string;
            name?: string | null;
            headers?: {
                [key: string]: string;
            };
            format?: "standard" | "slack" | "discord" | "teams";
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
            signing?: "hmac" | "hmac+ed25519";
            auto_recover?: boolean;
            events?: ("submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed")[];
            form_id?: string | null;
        };
        Webhook: {
            readonly kind: "webhook" | "mcp";
            readonly ends_at: string | null;
            url: string;
            name: string | null;
            header_names: string[];
            format: "standard" | "slack" | "discord" | "teams";
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
            signing: "hmac" | "hmac+ed25519";
            readonly public_key: string | null;
            readonly previous_public_key: string | null;
            readonly previous_until: string | null;
            events: ("submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed")[];
            enabled: boolean;
            auto_recover: boolean;
            created_at: string;
            updated_at: string;
            id: string;
            form_id: string | null;
            readonly connection?: {
                id: string;
                name: string;
            } | null;
            failing_since: string | null;
            readonly health: {
                state: "ok" | "failing" | "disabled" | "idle";
                failing_since: string | null;
                success_rate_24h: number | null;
                last_failure?: {
                    since: string;
                    until: string | null;
                    deliveries: number;
                } | null;
            };
            disabled_reason?: "failing" | "gone" | null;
        };
        WebhookPatch: {
            url?: string;
            name?: string | null;
            headers?: {
                [key: string]: string;
            };
            format?: "standard" | "slack" | "discord" | "teams";
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
            signing?: "hmac" | "hmac+ed25519";
            auto_recover?: boolean;
            events?: ("submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed")[];
            enabled?: boolean;
            rotate_secret?: boolean;
        };
        ChangedWebhook: {
            readonly kind: "webhook" | "mcp";
            readonly ends_at: string | null;
            url: string;
            name: string | null;
            header_names: string[];
            format: "standard" | "slack" | "discord" | "teams";
            filter?: {
                all?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
                any?: {
                    field: string;
                    op: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "matches" | "greater_than" | "less_than" | "exists" | "not_exists";
                    value?: string | number | unknown[];
                }[];
            } | null;
            signing: "hmac" | "hmac+ed25519";
            readonly public_key: string | null;
            readonly previous_public_key: string | null;
            readonly previous_until: string | null;
            events: ("submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed")[];
            enabled: boolean;
            auto_recover: boolean;
            created_at: string;
            updated_at: string;
            id: string;
            form_id: string | null;
            readonly connection?: {
                id: string;
                name: string;
            } | null;
            failing_since: string | null;
            readonly health: {
                state: "ok" | "failing" | "disabled" | "idle";
                failing_since: string | null;
                success_rate_24h: number | null;
                last_failure?: {
                    since: string;
                    until: string | null;
                    deliveries: number;
                } | null;
            };
            disabled_reason?: "failing" | "gone" | null;
            secret?: string;
        };
        WebhookTestResult: {
            status_code: number;
            ok: boolean;
            error?: string;
        };
        RecoveryInput: {
            since: string;
            until?: string;
            dry_run?: boolean;
        };
        RecoveryStarted: {
            recovery_id?: string;
            deliveries: number;
            since?: string;
            until?: string;
        };
        Recovery: {
            webhook_id: string;
            since: string;
            until: string;
            status: "running" | "finished" | "stopped";
            deliveries: number;
            resent: number;
            created_at: string;
            id: string;
            reason?: "webhook-deleted" | "webhook-disabled" | "account-suspended" | null;
            sent: number;
            succeeded: number;
            failed: number;
            skipped: number;
            skipped_reasons: {
                spam: number;
                deleted: number;
                succeeded: number;
            };
            actor?: {
                type: "key" | "token" | "member" | "operator" | "service";
                id: string;
                name: string;
            } | null;
            finished_at: string | null;
        };
        Delivery: {
            webhook_id: string;
            event: "submission.created" | "submission.updated" | "submission.deleted" | "delivery.failed" | "webhook.test";
            submission_id: string | null;
            status: "pending" | "retrying" | "succeeded" | "failed";
            attempts: number;
            last_status_code: number | null;
            last_error: string | null;
            next_attempt_at: string | null;
            created_at: string;
            updated_at: string;
            log: {
                attempt: number;
                at: string;
                duration_ms: number;
                status_code: number;
                error: string | null;
                response_excerpt: string | null;
                probe?: boolean;
                error_code?: "host-not-found" | "dns-unavailable" | "private-address" | "connection-refused" | "connection-closed" | "connection-timeout" | "unreachable" | "certificate-expired" | "certificate-not-yet-valid" | "certificate-wrong-host" | "certificate-self-signed" | "certificate-untrusted" | "tls-failed" | "invalid-http" | "headers-too-large" | "wrong-content-length" | "interrupted" | "outcome-unknown" | "webhook-deleted" | "webhook-disabled" | "account-suspended" | "submission-unavailable" | "timeout" | "redirect" | "http-status" | "invalid-url" | "request-failed";
            }[];
            id: string;
            last_error_code?: "host-not-found" | "dns-unavailable" | "private-address" | "connection-refused" | "connection-closed" | "connection-timeout" | "unreachable" | "certificate-expired" | "certificate-not-yet-valid" | "certificate-wrong-host" | "certificate-self-signed" | "certificate-untrusted" | "tls-failed" | "invalid-http" | "headers-too-large" | "wrong-content-length" | "interrupted" | "outcome-unknown" | "webhook-deleted" | "webhook-disabled" | "account-suspended" | "submission-unavailable" | "timeout" | "redirect" | "http-status" | "invalid-url" | "request-failed";
        };
        SubmissionCreatedEvent: {
            type: "submission.created";
            id: string;
            created_at: string;
            data: {
                submission_id: string;
                form_id: string;
                payload: {
                    [key: string]: string;
                };
                files: components["schemas"]["Attachment"][];
            };
        };
        ApiKeyInput: {
            type: "submission" | "management";
            name: string;
            scopes?: ("ingest" | "read" | "write" | "admin")[];
            expires_at?: string | null;
        };
        ApiKeyRoll: {
            overlap_seconds: number;
        };
        ApiKey: {
            id: string;
            type: "submission" | "management";
            name: string;
            scopes: ("ingest" | "read" | "write" | "admin")[];
            prefix: string;
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            revoked_at: string | null;
            replaced_by: string | null;
        };
        ApiKeyWithKey: {
            id: string;
            type: "submission" | "management";
            name: string;
            scopes: ("ingest" | "read" | "write" | "admin")[];
            prefix: string;
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            revoked_at: string | null;
            replaced_by: string | null;
            key: string;
        };
        TokenForm: {
            client_id?: string;
            client_secret?: string;
            grant_type: string;
            scope?: string;
            resource?: string;
            code?: string;
            redirect_uri?: string;
            code_verifier?: string;
            refresh_token?: string;
        };
        ConsentForm: {
            decision: "allow" | "deny";
            token: string;
            client_id: string;
            redirect_uri: string;
            scope: string;
            state?: string;
            resource?: string;
            code_challenge: string;
            forms?: "all" | "chosen";
        } & {
            [key: string]: string;
        };
        RevocationForm: {
            client_id?: string;
            client_secret?: string;
            token: string;
            token_type_hint?: string;
        };
        Token: {
            access_token: string;
            token_type: "Bearer";
            expires_in: number;
            scope: string;
            refresh_token?: string;
        };
        OauthError: {
            error: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "invalid_scope" | "invalid_target";
            error_description: string;
        };
        OauthMetadata: {
            issuer: string;
            authorization_endpoint?: string;
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
            revocation_endpoint: string;
            revocation_endpoint_auth_methods_supported: string[];
            grant_types_supported: string[];
            response_types_supported: string[];
            response_modes_supported: string[];
            code_challenge_methods_supported: string[];
            authorization_response_iss_parameter_supported: boolean;
            client_id_metadata_document_supported: boolean;
            scopes_supported: ("ingest" | "read" | "write")[];
        };
        ProtectedResource: {
            resource: string;
            authorization_servers: string[];
            scopes_supported: ("read" | "write")[];
            bearer_methods_supported: string[];
        };
        OauthClientInput: {
            name: string;
            logo_url?: string | null;
            redirect_uris: string[];
            type: "confidential" | "public";
        };
        OauthClientPatch: {
            name?: string;
            logo_url?: string | null;
            redirect_uris?: string[];
        };
        OauthClient: {
            id: string;
            name: string;
            logo_url: string | null;
            redirect_uris: string[];
            type: "confidential" | "public";
            previous_secret_expires_at: string | null;
            created_at: string;
            updated_at: string;
        };
        CreatedOauthClient: {
            id: string;
            name: string;
            logo_url: string | null;
            redirect_uris: string[];
            type: "confidential" | "public";
            previous_secret_expires_at: string | null;
            created_at: string;
            updated_at: string;
            secret?: string;
        };
        OauthClientWithSecret: {
            id: string;
            name: string;
            logo_url: string | null;
            redirect_uris: string[];
            type: "confidential" | "public";
            previous_secret_expires_at: string | null;
            created_at: string;
            updated_at: string;
            secret: string;
        };
        Connection: {
            id: string;
            client_id: string;
            app_name: string;
            member_id: string;
            scopes: ("ingest" | "read" | "write" | "admin")[];
            form_ids: string[] | null;
            resource: string | null;
            created_at: string;
            last_used_at: string;
            expires_at: string;
        };
        AuditEvent: {
            id: string;
            at: string;
            actor: {
                type: "key" | "token" | "member" | "operator" | "service";
                id: string;
                name: string;
            };
            action: string;
            target: {
                type: "account" | "api_key" | "form" | "submission" | "reply_template" | "webhook" | "delivery" | "member" | "label" | "connection" | "oauth_client" | "data_request";
                id: string | null;
                name: string | null;
            };
            outcome: "completed" | "attempted" | "failed";
            changes: {
                member: string;
                from?: string[];
                to?: string[];
            }[];
            request_id: string | null;
            ip: string | null;
            tool?: string;
        };
        AccountPatch: {
            time_zone?: string | null;
        };
        Account: {
            id: string;
            name: string;
            plan: "free" | "pro" | "team";
            time_zone: string | null;
        };
        MemberInput: {
            email: string;
            role: "owner" | "editor" | "viewer";
            form_ids?: string[] | null;
        };
        MemberPatch: {
            role?: "owner" | "editor" | "viewer";
            form_ids?: string[] | null;
        };
        Member: {
            id: string;
            email: string;
            name: string | null;
            role: "owner" | "editor" | "viewer";
            form_ids: string[] | null;
            status: "invited" | "active";
            invited_at: string;
            expires_at: string | null;
            joined_at: string | null;
        };
        Caller: {
            type: "key" | "token" | "member";
            id: string;
            name: string;
            scopes: ("ingest" | "read" | "write" | "admin")[];
            account: components["schemas"]["Account"];
            member?: {
                email: string;
                role: "owner" | "editor" | "viewer";
                form_ids: string[] | null;
            };
        };
        RpcRequest: {
            jsonrpc: "2.0";
            id?: unknown;
            method: string;
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        RpcResponse: {
            jsonrpc: "2.0";
            id: unknown;
            result?: {
                [key: string]: unknown;
            };
            error?: {
                code: number;
                message: string;
                data?: unknown;
            };
        };
        LocalizedSubmissionInput: {
            form: string;
            fields: {
                [key: string]: unknown;
            };
        };
        LocalizedSubmission: {
            job_id?: string;
            received_at?: string;
            status: "received" | "spam" | "accepted";
            message: string;
            idempotent_replay?: boolean;
            ok?: boolean;
        };
        Job: {
            job_id: string;
            form: components["schemas"]["Form"];
            submission: components["schemas"]["PostedSubmission"];
            analytics: {
                deliveries: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    retrying: number;
                    pending: number;
                };
                form: {
                    received_30d: number;
                    spam_30d: number;
                    by_day: {
                        date: string;
                        received: number;
                        spam: number;
                    }[];
                };
            };
        };
        DriveEntry: {
            form: components["schemas"]["Form"];
            submissions: components["schemas"]["PostedSubmission"][];
            next_cursor: string | null;
        };
        IdOnly: {
            id: string;
            key?: string;
            secret?: string;
        };
        Health: {
            status: "ok";
            version: string;
            time: string;
        };
        Usage: {
            account_id: string;
            plan: "free" | "pro" | "team";
            period: {
                start: string;
                end: string;
            };
            submissions: {
                used: number;
                limit: number;
                remaining: number;
            };
            uploads: {
                allowed: boolean;
                max_file_bytes: number;
            };
            refused: {
                form_id: string;
                reason: "validation-failed" | "rate-limited" | "quota-exceeded" | "turnstile-failed" | "challenge-failed" | "origin-not-allowed" | "form-not-live" | "body-too-large" | "file-too-large" | "uploads-not-allowed" | "bad-body" | "unsupported-encoding" | "invalid-key" | "webhook-loop";
                count: number;
            }[];
        };
        Home: {
            name: string;
            version: string;
            documentation: string;
            openapi: string;
            console: string | null;
            health: string;
        };
        OpenApi: {
            openapi: string;
        } & {
            [key: string]: unknown;
        };
        ProblemType: {
            type: string;
            code: "bad-body" | "validation-failed" | "unauthorized" | "forbidden" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "precondition-failed" | "body-too-large" | "unsupported-encoding" | "form-not-found" | "form-not-live" | "replies-disabled" | "invalid-key" | "origin-not-allowed" | "webhook-loop" | "turnstile-failed" | "challenge-failed" | "file-too-large" | "uploads-not-allowed" | "quota-exceeded" | "rate-limited" | "internal-error" | "unavailable";
            title: string;
            status: number;
            meaning: string;
            remedy: string;
        };
        Problem: {
            type: string;
            code: "bad-body" | "validation-failed" | "unauthorized" | "forbidden" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "precondition-failed" | "body-too-large" | "unsupported-encoding" | "form-not-found" | "form-not-live" | "replies-disabled" | "invalid-key" | "origin-not-allowed" | "webhook-loop" | "turnstile-failed" | "challenge-failed" | "file-too-large" | "uploads-not-allowed" | "quota-exceeded" | "rate-limited" | "internal-error" | "unavailable";
            title: string;
            status: number;
            detail: string;
            errors?: {
                path: string;
                code?: "required" | "email" | "url" | "tel" | "number" | "date" | "option" | "too_short" | "too_long" | "min" | "max" | "step" | "pattern" | "file_type" | "not_a_file" | "too_many_files" | "unknown_field";
                message: string;
            }[];
            errors_omitted?: number;
            webhook_id?: string;
            recovery_id?: string;
            bulk_job_id?: string;
            max_file_bytes?: number;
            limit?: number;
        };
        BadBodyProblem: {
            type: string;
            code: "bad-body";
            title: string;
            status: number;
            detail: string;
        };
        ValidationFailedProblem: {
            type: string;
            code: "validation-failed";
            title: string;
            status: number;
            detail: string;
            errors: {
                path: string;
                code?: "required" | "email" | "url" | "tel" | "number" | "date" | "option" | "too_short" | "too_long" | "min" | "max" | "step" | "pattern" | "file_type" | "not_a_file" | "too_many_files" | "unknown_field";
                message: string;
            }[];
            errors_omitted?: number;
        };
        UnauthorizedProblem: {
            type: string;
            code: "unauthorized";
            title: string;
            status: number;
            detail: string;
        };
        ForbiddenProblem: {
            type: string;
            code: "forbidden";
            title: string;
            status: number;
            detail: string;
        };
        NotFoundProblem: {
            type: string;
            code: "not-found";
            title: string;
            status: number;
            detail: string;
        };
        ConflictProblem: {
            type: string;
            code: "conflict";
            title: string;
            status: number;
            detail: string;
            webhook_id?: string;
            recovery_id?: string;
            bulk_job_id?: string;
        };
        PreconditionFailedProblem: {
            type: string;
            code: "precondition-failed";
            title: string;
            status: number;
            detail: string;
        };
        BodyTooLargeProblem: {
            type: string;
            code: "body-too-large";
            title: string;
            status: number;
            detail: string;
        };
        UnsupportedEncodingProblem: {
            type: string;
            code: "unsupported-encoding";
            title: string;
            status: number;
            detail: string;
        };
        FormNotFoundProblem: {
            type: string;
            code: "form-not-found";
            title: string;
            status: number;
            detail: string;
        };
        FormNotLiveProblem: {
            type: string;
            code: "form-not-live";
            title: string;
            status: number;
            detail: string;
        };
        QuotaExceededProblem: {
            type: string;
            code: "quota-exceeded";
            title: string;
            status: number;
            detail: string;
            limit: number;
        };
        RateLimitedProblem: {
            type: string;
            code: "rate-limited";
            title: string;
            status: number;
            detail: string;
        };
        InternalErrorProblem: {
            type: string;
            code: "internal-error";
            title: string;
            status: number;
            detail: string;
        };
        UnavailableProblem: {
            type: string;
            code: "unavailable";
            title: string;
            status: number;
            detail: string;
        };
    };
    responses: {
        ValidationFailedOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationFailedProblem"];
                "text/html": string;
            };
        };
        InternalErrorOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
                "text/html": string;
            };
        };
        UnavailableOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
                "text/html": string;
            };
        };
        ValidationFailed: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationFailedProblem"];
            };
        };
        InternalError: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
            };
        };
        BadBodyOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        QuotaExceededOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        FormNotFoundOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        BodyTooLargeOrFileTooLargeOrUploadsNotAllowedOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        UnsupportedEncodingOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "accept-encoding": components["headers"]["accept-encoding"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        ValidationFailedOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        RateLimitedOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        InternalErrorOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        UnavailableOnPageByConvention: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormProblem"];
                "application/json": components["schemas"]["FormProblem"];
                "text/html": string;
            };
        };
        BadBody: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BadBodyProblem"];
            };
        };
        QuotaExceeded: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["QuotaExceededProblem"];
            };
        };
        FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoop: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        FormNotFound: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormNotFoundProblem"];
            };
        };
        BodyTooLargeOrFileTooLargeOrUploadsNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        UnsupportedEncoding: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "accept-encoding": components["headers"]["accept-encoding"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnsupportedEncodingProblem"];
            };
        };
        RateLimited: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RateLimitedProblem"];
            };
        };
        FormNotLiveOrOriginNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFoundOrFormNotFound: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        FormNotLiveOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["FormNotLiveProblem"];
                "text/html": string;
            };
        };
        NotFoundOrFormNotFoundOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "www-authenticate": components["headers"]["www-authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedProblem"];
            };
        };
        ForbiddenOrAccountSuspended: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ConflictProblem"];
            };
        };
        BodyTooLarge: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BodyTooLargeProblem"];
            };
        };
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        PreconditionFailed: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["PreconditionFailedProblem"];
            };
        };
        UnauthorizedOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "www-authenticate": components["headers"]["www-authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedProblem"];
                "text/html": string;
            };
        };
        ForbiddenOrAccountSuspendedOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
                "text/html": string;
            };
        };
        NotFoundOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
                "text/html": string;
            };
        };
        ForbiddenOnPage: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenProblem"];
                "text/html": string;
            };
        };
        ForbiddenOrAccountSuspendedOrRepliesDisabled: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        BadBodyTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["BadBodyProblem"];
            };
        };
        UnauthorizedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "www-authenticate": components["headers"]["www-authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnauthorizedProblem"];
            };
        };
        QuotaExceededTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["QuotaExceededProblem"];
            };
        };
        ForbiddenOrAccountSuspendedOrFormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFoundOrFormNotFoundTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        BodyTooLargeOrFileTooLargeOrUploadsNotAllowedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        UnsupportedEncodingTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "accept-encoding": components["headers"]["accept-encoding"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnsupportedEncodingProblem"];
            };
        };
        ValidationFailedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationFailedProblem"];
            };
        };
        RateLimitedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["RateLimitedProblem"];
            };
        };
        InternalErrorTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
            };
        };
        UnavailableTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
            };
        };
        ForbiddenOrAccountSuspendedTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        NotFoundTranslated: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary?: string;
                "content-language": components["headers"]["content-language"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        NotFoundOnPageWithCookie: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "set-cookie"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["NotFoundProblem"];
                "text/html": string;
            };
        };
        ValidationFailedOnPageWithCookie: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "set-cookie"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationFailedProblem"];
                "text/html": string;
            };
        };
        InternalErrorOnPageWithCookie: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "set-cookie"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InternalErrorProblem"];
                "text/html": string;
            };
        };
        UnavailableOnPageWithCookie: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "set-cookie"?: string;
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["UnavailableProblem"];
                "text/html": string;
            };
        };
        ForbiddenOnPageWithCookie: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "cache-control": components["headers"]["cache-control"];
                "strict-transport-security"?: string;
                "x-content-type-options": components["headers"]["x-content-type-options"];
                vary: components["headers"]["vary"];
                "x-robots-tag"?: string;
                "content-language"?: "en" | "de" | "es" | "it" | "ru";
                "content-security-policy"?: string;
                "referrer-policy"?: "no-referrer" | "same-origin";
                "set-cookie"?: string;
                "www-authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ForbiddenProblem"];
                "text/html": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        "x-request-id": string;
        "set-cookie": string;
        "accept-encoding": string;
        "cache-control": string;
        "content-disposition": string;
        "content-language": "en" | "de" | "es" | "it" | "ru";
        "content-location": string;
        "content-security-policy": string;
        "cross-origin-opener-policy": string;
        etag: string;
        location: string;
        "permissions-policy": string;
        link: string;
        pragma: "no-cache";
        "referrer-policy": "no-referrer" | "same-origin";
        "retry-after": number;
        vary: string;
        "x-robots-tag": string;
        "x-content-type-options": "nosniff";
        "www-authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                    "text/html": string;
                };
            };
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitForm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedMembers"];
                "application/x-www-form-urlencoded": components["schemas"]["PostedFields"];
                "multipart/form-data": components["schemas"]["PostedParts"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitResponse"];
                    "text/html": string;
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitResponse"];
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBodyOnPageByConvention"];
            402: components["responses"]["QuotaExceededOnPageByConvention"];
            403: components["responses"]["FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedOnPageByConvention"];
            404: components["responses"]["FormNotFoundOnPageByConvention"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowedOnPageByConvention"];
            415: components["responses"]["UnsupportedEncodingOnPageByConvention"];
            422: components["responses"]["ValidationFailedOnPageByConvention"];
            429: components["responses"]["RateLimitedOnPageByConvention"];
            500: components["responses"]["InternalErrorOnPageByConvention"];
            503: components["responses"]["UnavailableOnPageByConvention"];
        };
    };
    submitProjectForm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                project: string;
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedMembers"];
                "application/x-www-form-urlencoded": components["schemas"]["PostedFields"];
                "multipart/form-data": components["schemas"]["PostedParts"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenResponse"];
                    "text/html": string;
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBodyOnPageByConvention"];
            402: components["responses"]["QuotaExceededOnPageByConvention"];
            403: components["responses"]["FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedOnPageByConvention"];
            404: components["responses"]["FormNotFoundOnPageByConvention"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowedOnPageByConvention"];
            415: components["responses"]["UnsupportedEncodingOnPageByConvention"];
            422: components["responses"]["ValidationFailedOnPageByConvention"];
            429: components["responses"]["RateLimitedOnPageByConvention"];
            500: components["responses"]["InternalErrorOnPageByConvention"];
            503: components["responses"]["UnavailableOnPageByConvention"];
        };
    };
    submitNamedForm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedMembers"];
                "application/x-www-form-urlencoded": components["schemas"]["PostedFields"];
                "multipart/form-data": components["schemas"]["PostedParts"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenResponse"];
                    "text/html": string;
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBodyOnPageByConvention"];
            402: components["responses"]["QuotaExceededOnPageByConvention"];
            403: components["responses"]["FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedOnPageByConvention"];
            404: components["responses"]["FormNotFoundOnPageByConvention"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowedOnPageByConvention"];
            415: components["responses"]["UnsupportedEncodingOnPageByConvention"];
            422: components["responses"]["ValidationFailedOnPageByConvention"];
            429: components["responses"]["RateLimitedOnPageByConvention"];
            500: components["responses"]["InternalErrorOnPageByConvention"];
            503: components["responses"]["UnavailableOnPageByConvention"];
        };
    };
    submitAjaxForm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedMembers"];
                "application/x-www-form-urlencoded": components["schemas"]["PostedFields"];
                "multipart/form-data": components["schemas"]["PostedParts"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenResponse"];
                    "text/html": string;
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            303: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBodyOnPageByConvention"];
            402: components["responses"]["QuotaExceededOnPageByConvention"];
            403: components["responses"]["FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedOnPageByConvention"];
            404: components["responses"]["FormNotFoundOnPageByConvention"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowedOnPageByConvention"];
            415: components["responses"]["UnsupportedEncodingOnPageByConvention"];
            422: components["responses"]["ValidationFailedOnPageByConvention"];
            429: components["responses"]["RateLimitedOnPageByConvention"];
            500: components["responses"]["InternalErrorOnPageByConvention"];
            503: components["responses"]["UnavailableOnPageByConvention"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["BadBody"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["FormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoop"];
            404: components["responses"]["FormNotFound"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowed"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Puzzle"];
                };
            };
            403: components["responses"]["FormNotLiveOrOriginNotAllowed"];
            404: components["responses"]["NotFoundOrFormNotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getThanks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["FormNotLiveOnPage"];
            404: components["responses"]["NotFoundOrFormNotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    getFormPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag": components["headers"]["x-robots-tag"];
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["FormNotLiveOnPage"];
            404: components["responses"]["NotFoundOrFormNotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "draft" | "live" | "paused";
                q?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Form"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipient"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipient"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fields"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSample: {
        parameters: {
            query?: {
                shape?: "event";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionCreatedEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                days?: "30" | "90" | "365";
            };
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPreview: {
        parameters: {
            query?: {
                page?: "thanks" | "error" | "hosted" | "closed" | "notification" | "autoresponse" | "confirmation";
                language?: "en" | "de" | "es" | "it" | "ru";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            401: components["responses"]["UnauthorizedOnPage"];
            403: components["responses"]["ForbiddenOrAccountSuspendedOnPage"];
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    previewDraft: {
        parameters: {
            query?: {
                page?: "thanks" | "error" | "hosted" | "closed" | "notification" | "autoresponse" | "confirmation";
                language?: "en" | "de" | "es" | "it" | "ru";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewDraft"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOnPage"];
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    confirmRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LinkForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOnPage"];
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    getUnsubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOnPage"];
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    unsubscribeRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LinkForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOnPage"];
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "received" | "spam";
                since?: string;
                until?: string;
                read?: "true" | "false";
                starred?: "true" | "false";
                handled?: "true" | "false";
                assignee?: string;
                label?: string;
                has_files?: "true" | "false";
                q?: string;
                shape?: "event";
            };
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionPage"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllSubmissions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "received" | "spam";
                since?: string;
                until?: string;
                read?: "true" | "false";
                starred?: "true" | "false";
                handled?: "true" | "false";
                assignee?: string;
                label?: string;
                has_files?: "true" | "false";
                q?: string;
                shape?: "event";
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionPage"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSubmissions: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson" | "xlsx";
                delimiter?: "comma" | "semicolon" | "tab";
                times?: "spreadsheet";
                time_zone?: string;
                lists?: "json";
                language?: "en" | "de" | "es" | "it" | "ru";
                columns?: string;
                status?: "received" | "spam";
                since?: string;
                until?: string;
                read?: "true" | "false";
                starred?: "true" | "false";
                handled?: "true" | "false";
                assignee?: string;
                label?: string;
                has_files?: "true" | "false";
                q?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-disposition": components["headers"]["content-disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAllSubmissions: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson" | "xlsx";
                delimiter?: "comma" | "semicolon" | "tab";
                times?: "spreadsheet";
                time_zone?: string;
                lists?: "json";
                language?: "en" | "de" | "es" | "it" | "ru";
                columns?: string;
                status?: "received" | "spam";
                since?: string;
                until?: string;
                read?: "true" | "false";
                starred?: "true" | "false";
                handled?: "true" | "false";
                assignee?: string;
                label?: string;
                has_files?: "true" | "false";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-disposition": components["headers"]["content-disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubmission: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSubmission: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubmission: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["QuotaExceeded"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"] | components["schemas"]["BulkJob"];
                };
            };
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"] | components["schemas"]["BulkJob"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeFormSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkByFilterInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testFormFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterTrialInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterTrial"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilterTrialInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilterTrial"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDataRequests: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DataRequest"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDataRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataRequestInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataRequest"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDataRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataRequest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelDataRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDataRequestMatches: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DataRequestMatch"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmDataRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataRequest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedImport"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAssignees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Assignees"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLabels: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Labels"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReplies: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reply"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReply: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyInput"];
            };
        };
        responses: {
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reply"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspendedOrRepliesDisabled"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReplyTemplates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplyTemplate"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReplyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyTemplateInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplate"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReplyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateReplyTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyTemplatePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyTemplate"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                scope?: "all";
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccountWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountWebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "pending" | "retrying" | "succeeded" | "failed";
                since?: string;
                until?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoveryInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryStarted"];
                };
            };
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryStarted"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecoveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recovery"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitEntry: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                locale: "en" | "de" | "es" | "it" | "ru";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocalizedSubmissionInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-language": components["headers"]["content-language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalizedSubmission"];
                };
            };
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-language": components["headers"]["content-language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalizedSubmission"];
                };
            };
            400: components["responses"]["BadBodyTranslated"];
            401: components["responses"]["UnauthorizedTranslated"];
            402: components["responses"]["QuotaExceededTranslated"];
            403: components["responses"]["ForbiddenOrAccountSuspendedOrFormNotLiveOrInvalidKeyOrOriginNotAllowedOrWebhookLoopOrTurnstileFailedOrChallengeFailedTranslated"];
            404: components["responses"]["NotFoundOrFormNotFoundTranslated"];
            413: components["responses"]["BodyTooLargeOrFileTooLargeOrUploadsNotAllowedTranslated"];
            415: components["responses"]["UnsupportedEncodingTranslated"];
            422: components["responses"]["ValidationFailedTranslated"];
            429: components["responses"]["RateLimitedTranslated"];
            500: components["responses"]["InternalErrorTranslated"];
            503: components["responses"]["UnavailableTranslated"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                locale: "en" | "de" | "es" | "it" | "ru";
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-language": components["headers"]["content-language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            401: components["responses"]["UnauthorizedTranslated"];
            403: components["responses"]["ForbiddenOrAccountSuspendedTranslated"];
            404: components["responses"]["NotFoundTranslated"];
            422: components["responses"]["ValidationFailedTranslated"];
            500: components["responses"]["InternalErrorTranslated"];
            503: components["responses"]["UnavailableTranslated"];
        };
    };
    listDrive: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                locale: "en" | "de" | "es" | "it" | "ru";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "content-language": components["headers"]["content-language"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriveEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["UnauthorizedTranslated"];
            403: components["responses"]["ForbiddenOrAccountSuspendedTranslated"];
            404: components["responses"]["NotFoundTranslated"];
            422: components["responses"]["ValidationFailedTranslated"];
            500: components["responses"]["InternalErrorTranslated"];
            503: components["responses"]["UnavailableTranslated"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithKey"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRoll"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithKey"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                cascade?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOauthClients: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OauthClient"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOauthClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOauthClient"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOauthClient: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOauthClient: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOauthClient: {
        parameters: {
            query?: never;
            header?: {
                "if-match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateOauthClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClientWithSecret"] | components["schemas"]["IdOnly"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                since?: string;
                until?: string;
                actor?: string;
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEvent"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Caller"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "set-cookie": components["headers"]["set-cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    "set-cookie": components["headers"]["set-cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        next_cursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"] | components["schemas"]["IdOnly"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    askConsent: {
        parameters: {
            query?: {
                response_type?: string;
                client_id?: string;
                redirect_uri?: string;
                scope?: string;
                state?: string;
                resource?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                response_mode?: string;
                client_secret?: string;
                svc_step?: "again" | "signed-in" | "last";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy": components["headers"]["referrer-policy"];
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            401: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOrAccountSuspendedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    answerConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ConsentForm"];
            };
        };
        responses: {
            303: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy": components["headers"]["referrer-policy"];
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            403: components["responses"]["ForbiddenOrAccountSuspendedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            401: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            413: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            415: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    "accept-encoding": components["headers"]["accept-encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevocationForm"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            401: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    "www-authenticate": components["headers"]["www-authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            413: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            415: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    pragma: components["headers"]["pragma"];
                    "accept-encoding": components["headers"]["accept-encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOauthMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthMetadata"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedResourceOfMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApi"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApi"];
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOpenapiYaml: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    etag: components["headers"]["etag"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/markdown": string;
                    "text/css": string;
                    "text/javascript": string;
                    "text/plain": string;
                    "image/svg+xml": string;
                    "font/woff2": string;
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    etag: components["headers"]["etag"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    getLlms: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    etag: components["headers"]["etag"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    etag: components["headers"]["etag"];
                    link: components["headers"]["link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    mcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RpcRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcResponse"];
                };
            };
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOrAccountSuspended"];
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcResponse"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedEncoding"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFormScript: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    "content-location": components["headers"]["content-location"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    "content-location": components["headers"]["content-location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEmbedScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProblemType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: "bad-body" | "validation-failed" | "unauthorized" | "forbidden" | "account-suspended" | "not-found" | "method-not-allowed" | "conflict" | "precondition-failed" | "body-too-large" | "unsupported-encoding" | "form-not-found" | "form-not-live" | "replies-disabled" | "invalid-key" | "origin-not-allowed" | "webhook-loop" | "turnstile-failed" | "challenge-failed" | "file-too-large" | "uploads-not-allowed" | "quota-exceeded" | "rate-limited" | "internal-error" | "unavailable";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language": components["headers"]["content-language"];
                    "content-security-policy"?: string;
                    "referrer-policy"?: "no-referrer" | "same-origin";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemType"];
                    "text/html": string;
                };
            };
            404: components["responses"]["NotFoundOnPage"];
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    getConsole: {
        parameters: {
            query?: never;
            header?: {
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "cross-origin-opener-policy": components["headers"]["cross-origin-opener-policy"];
                    "permissions-policy": components["headers"]["permissions-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    etag: components["headers"]["etag"];
                    "content-security-policy": components["headers"]["content-security-policy"];
                    "cross-origin-opener-policy": components["headers"]["cross-origin-opener-policy"];
                    "permissions-policy": components["headers"]["permissions-policy"];
                    "referrer-policy": components["headers"]["referrer-policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startSignIn: {
        parameters: {
            query?: {
                return_to?: string;
                account?: string;
                prompt?: "login";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy": components["headers"]["referrer-policy"];
                    location: components["headers"]["location"];
                    "set-cookie": components["headers"]["set-cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFoundOnPageWithCookie"];
            422: components["responses"]["ValidationFailedOnPageWithCookie"];
            500: components["responses"]["InternalErrorOnPageWithCookie"];
            503: components["responses"]["UnavailableOnPageWithCookie"];
        };
    };
    finishSignIn: {
        parameters: {
            query?: {
                state?: string;
                code?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy": components["headers"]["referrer-policy"];
                    location: components["headers"]["location"];
                    "set-cookie": components["headers"]["set-cookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["ForbiddenOnPageWithCookie"];
            404: components["responses"]["NotFoundOnPageWithCookie"];
            422: components["responses"]["ValidationFailedOnPageWithCookie"];
            500: components["responses"]["InternalErrorOnPageWithCookie"];
            503: components["responses"]["UnavailableOnPageWithCookie"];
        };
    };
    signOutOfIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "cache-control": components["headers"]["cache-control"];
                    "strict-transport-security"?: string;
                    "x-content-type-options": components["headers"]["x-content-type-options"];
                    vary: components["headers"]["vary"];
                    "x-robots-tag"?: string;
                    "content-language"?: "en" | "de" | "es" | "it" | "ru";
                    "content-security-policy"?: string;
                    "referrer-policy": components["headers"]["referrer-policy"];
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["ValidationFailedOnPage"];
            500: components["responses"]["InternalErrorOnPage"];
            503: components["responses"]["UnavailableOnPage"];
        };
    };
    onSubmissionCreated: {
        parameters: {
            query?: never;
            header: {
                "x-svc-event": string;
                "x-svc-delivery": string;
                "x-svc-attempt": number;
                "x-svc-signature": string;
                "user-agent": string;
                "x-svc-hop": string;
                "webhook-id": string;
                "webhook-timestamp": number;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionCreatedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubmissionUpdated: {
        parameters: {
            query?: never;
            header: {
                "x-svc-event": string;
                "x-svc-delivery": string;
                "x-svc-attempt": number;
                "x-svc-signature": string;
                "user-agent": string;
                "x-svc-hop": string;
                "webhook-id": string;
                "webhook-timestamp": number;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: "submission.updated";
                    id: string;
                    created_at: string;
                    data: {
                        submission_id: string;
                        form_id: string;
                        payload: {
                            [key: string]: string;
                        };
                        files: components["schemas"]["Attachment"][];
                        changed: ("status" | "starred" | "read" | "note" | "assignee" | "labels" | "handled")[];
                        actor: {
                            type: "key" | "token" | "member" | "operator" | "service";
                            id: string;
                            name: string;
                        };
                    };
                };
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubmissionDeleted: {
        parameters: {
            query?: never;
            header: {
                "x-svc-event": string;
                "x-svc-delivery": string;
                "x-svc-attempt": number;
                "x-svc-signature": string;
                "user-agent": string;
                "x-svc-hop": string;
                "webhook-id": string;
                "webhook-timestamp": number;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: "submission.deleted";
                    id: string;
                    created_at: string;
                    data: {
                        submission_id: string;
                        form_id: string;
                        deleted_at: string;
                        reason: "deleted" | "expired" | "erased";
                    };
                };
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeliveryFailed: {
        parameters: {
            query?: never;
            header: {
                "x-svc-event": string;
                "x-svc-delivery": string;
                "x-svc-attempt": number;
                "x-svc-signature": string;
                "user-agent": string;
                "x-svc-hop": string;
                "webhook-id": string;
                "webhook-timestamp": number;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: "delivery.failed";
                    id: string;
                    created_at: string;
                    data: {
                        delivery_id: string;
                        webhook_id: string;
                        submission_id: string;
                        form_id: string;
                        attempts: number;
                        last_error: string | null;
                    };
                };
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                "x-svc-event": string;
                "x-svc-delivery": string;
                "x-svc-attempt": number;
                "x-svc-signature": string;
                "user-agent": string;
                "x-svc-hop": string;
                "webhook-id": string;
                "webhook-timestamp": number;
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: "webhook.test";
                    id: string;
                    created_at: string;
                    data: {
                        form_id: string | null;
                        sample: boolean;
                    };
                };
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
