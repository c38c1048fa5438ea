-- Neovim's own client, set up as docs/editors.md says, against the server: opens documents, asks, and writes what it got as JSON.
local root, result = vim.env.ROOT, vim.env.RESULT

local function fail(message)
  vim.fn.writefile({ vim.fn.json_encode({ failed = message }) }, result)
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(15000, holds, 20) then fail(what .. " did not come") end
end

local function codes(buffer)
  return vim.tbl_map(function(each) return each.code or each.user_data.lsp.code end, vim.diagnostic.get(buffer))
end

local function open(name, code)
  vim.cmd("edit " .. vim.fn.fnameescape(root .. "/" .. name))
  local buffer = vim.api.nvim_get_current_buf()
  wait(code .. " in " .. name, function() return vim.tbl_contains(codes(buffer), code) end)
  return buffer
end

local ok, message = pcall(function()
  vim.cmd("cd " .. vim.fn.fnameescape(root))
  open("a.sft.html", "missing-space")
  open("a.form.json", "form-missing-property")
  open("a.signing.json", "request-unknown-operation")
  open("smartform.json", "settings")
  local buffer = open("a.sft", "unknown-text")
  local clients = vim.tbl_keys(vim.lsp.get_active_clients())
  local id = clients[1]
  local found = vim.diagnostic.get(buffer)[1]

  local function ask(method, line, character)
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 15000)
    local answer = answers and answers[id]
    if not answer or answer.err then fail(method .. ": " .. vim.inspect(answer)) end
    return answer.result
  end
  local hover = ask("textDocument/hover", 0, 16)
  local definition = ask("textDocument/definition", 0, 16)
  local completion = ask("textDocument/completion", 1, 17)

  -- The library text is a document that the server writes, and so is what it prints.
  local function show(target)
    vim.lsp.util.jump_to_location({ uri = target.targetUri or target.uri, range = target.targetRange or target.range }, "utf-16")
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    local shown = { text = table.concat(lines, "\n"), filetype = vim.bo.filetype, modifiable = vim.bo.modifiable, attached = #vim.tbl_keys(vim.lsp.buf_get_clients(0)) }
    vim.cmd("buffer " .. buffer)
    return shown
  end
  local printed = ask("textDocument/implementation", 0, 16)
  local library, effective = show(definition[1]), show(printed)

  -- Repaired by typing: the finding goes away.
  vim.api.nvim_buf_set_text(buffer, 1, 14, 1, 21, { "greeting" })
  wait("the end of the finding", function() return #codes(buffer) == 0 end)

  vim.cmd("edit " .. vim.fn.fnameescape(root .. "/catalog.json"))
  vim.fn.writefile({ vim.fn.json_encode({
    clients = #clients, other = #vim.tbl_keys(vim.lsp.buf_get_clients(0)),
    finding = { line = found.lnum, column = found.col, last = found.end_col, severity = found.severity },
    hover = table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), "\n"),
    definition = definition, printed = printed, library = library, effective = effective, completion = vim.tbl_map(function(item) return item.label end, completion.items),
  }) }, result)
  vim.lsp.stop_client(id)
  wait("the end of the server", function() return vim.lsp.client_is_stopped(id) end)
end)
if not ok then fail(message) end
vim.cmd("qall!")
